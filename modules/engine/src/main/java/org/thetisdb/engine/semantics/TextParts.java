package org.thetisdb.engine.semantics;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Objects;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The parts of a text between separators, as the text and where they end in it: a string is made of one when somebody
 * asks for it. Any short list of strings is one, with nothing between its parts. Immutable; may be shared by threads.
 *
 * <pre>
 *   bytes   o n e , t w o , t h r e e         separatorBytes 1
 *   ends          3       7           13
 * </pre>
 */
public final class TextParts extends AbstractList<Object> implements TypedList {
    private static final long LIST_BYTES = 64;

    private final byte[] bytes;
    private final int[] ends;
    private final int separatorBytes;

    /**
     * The parts.
     *
     * @param bytes the text in UTF-8; not copied, not to be changed any more
     * @param ends of each part, ascending; the next one begins behind a separator. Not copied, not to be changed
     * @param separatorBytes of each separator
     */
    public TextParts(byte[] bytes, int[] ends, int separatorBytes) {
        this.bytes = bytes;
        this.ends = ends;
        this.separatorBytes = separatorBytes;
    }

    private int start(int part) {
        return part == 0 ? 0 : ends[part - 1] + separatorBytes;
    }

    @Override
    public VectorKind kind() {
        return VectorKind.STRING;
    }

    @Override
    public int size() {
        return ends.length;
    }

    @Override
    public Object get(int index) {
        int start = start(Objects.checkIndex(index, ends.length));
        return new String(bytes, start, ends[index] - start, StandardCharsets.UTF_8);
    }

    @Override
    public void copyTo(int index, Vector into, int at) {
        if (into.become(VectorKind.STRING)) {
            int start = start(Objects.checkIndex(index, ends.length));
            into.setNotNull(at);
            into.setString(at, bytes, start, ends[index] - start);
        } else {
            into.setValue(at, get(index));
        }
    }

    /** What the parts take together, with the separators between them. */
    public int textBytes() {
        return bytes.length;
    }

    @Override
    public void appendTo(Vector into, int from, int count) {
        Objects.checkFromIndexSize(from, count, ends.length);
        if (count == 0) {
            return;
        }
        if (into.count() == 0) {
            into.reset(VectorKind.STRING, 0);
        }
        if (into.kind() == VectorKind.STRING) {
            appendStrings(into, from, count);
        } else {
            Vector strings = new Vector();
            strings.reset(VectorKind.STRING, 0);
            appendStrings(strings, from, count);
            into.append(strings, count);
        }
    }

    /** The separators are copied with them: one copy for all. */
    private void appendStrings(Vector into, int from, int count) {
        int first = into.count();
        int begin = start(from);
        int length = ends[from + count - 1] - begin;
        int shift = into.reserveBytes(length) - begin;
        System.arraycopy(bytes, begin, into.bytes(), shift + begin, length);
        into.resize(first + count);
        for (int part = from; part < from + count; part++) {
            into.setStringRange(first + part - from, shift + start(part), ends[part] - start(part));
        }
    }

    @Override
    public long heapBytes() {
        return LIST_BYTES + bytes.length + (long) Integer.BYTES * ends.length;
    }
}
