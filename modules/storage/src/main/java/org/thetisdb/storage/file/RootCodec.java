package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/**
 * The root's bytes: a stream of little-endian ints, longs, extents (file as int, offset and bytes as longs) and strings
 * (count of bytes as int, UTF-8), in the order in which {@link RootBuilder#write} puts them.
 *
 * <pre>
 *   magic  version  databaseId  rootNumber  revision  timeMillis  changedBytes
 *   data files: n, (number, fileId, pageBytes, dataPageCount, checksumTableOffset, liveBytes, firstRoot, lastRoot)…
 *   earlier roots, newest first: n, (rootNumber, revision, timeMillis, extent)…
 *   labels: n, names…  types: n, names…  property keys: n, names…  label sets: n, (m, label ids…)…
 *   indexes: n, (name, label, k, keys…, flags, m, (extent of the root, bytes of all)…)…
 *   constraints: n, (name, kind, flags, label or type, m, keys…)…
 *   chunkCount  extent of the chunk table (label set or -1, row count, live count: three ints each)
 *   label columns: extent of directory
 *   node columns: n, (key, extent of directory)…   forward, backward lists: n, (type, extent of directory)…
 *   relationship columns: n, (type, m, (key, extent of directory)…)…   extent of the statistics
 *   extensions, nothing if there are none: n, (name, flags, digest, extent of the jar)…
 * </pre>
 *
 * The root's own file is among the data files without its pages, which are not known yet: the superblock has them.
 */
final class RootCodec {
    static final int MAGIC = 0x544F4F52; // "ROOT"
    static final int VERSION = SuperblockLayout.VERSION;
    static final int EXTENT_BYTES = 20;
    static final int CHUNK_BYTES = 12;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private RootCodec() {}

    static ByteSink newSink() {
        return new ByteSink("the root of the database");
    }

    static void writeExtent(ByteSink sink, Extent extent) {
        sink.writeInt(extent.file());
        sink.writeLong(extent.offset());
        sink.writeLong(extent.bytes());
    }

    static void writeString(ByteSink sink, String text) {
        byte[] encoded = UnicodeText.utf8(text);
        sink.writeInt(encoded.length);
        sink.writeBytes(encoded);
    }

    /** Reads a root; whatever does not fit is a corrupt structure. */
    static final class Input {
        private final MemorySegment memory;
        private final Extent extent;
        private long at;

        Input(MemorySegment memory, Extent extent) {
            this.memory = memory;
            this.extent = extent;
        }

        int getInt() {
            long from = advance(Integer.BYTES);
            return memory.get(INT, from);
        }

        long getLong() {
            long from = advance(Long.BYTES);
            return memory.get(LONG, from);
        }

        Extent getExtent() {
            return new Extent(getInt(), getLong(), getLong());
        }

        /** A count of things of which each takes at least {@code bytesEach}. */
        int getCount(int bytesEach) {
            int count = getInt();
            if (count < 0 || (long) count * bytesEach > memory.byteSize() - at) {
                throw corrupt("count=" + count);
            }
            return count;
        }

        /** An id below a limit. */
        int getId(int limit) {
            int id = getInt();
            if (id < 0 || id >= limit) {
                throw corrupt("id=" + id + ", expected below " + limit);
            }
            return id;
        }

        String getString() {
            int length = getCount(1);
            long from = advance(length);
            return new String(memory.asSlice(from, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        }

        boolean isAtEnd() {
            return at == memory.byteSize();
        }

        void expectEnd() {
            if (at != memory.byteSize()) {
                throw corrupt("bytes left over: " + (memory.byteSize() - at));
            }
        }

        ThetisException corrupt(String found) {
            return new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "root of the database is damaged: file=" + extent.file() + ", offset=" + (extent.offset() + at)
                            + ", found: " + found + "; restore the database from a backup or import it again");
        }

        private long advance(int bytes) {
            if (bytes > memory.byteSize() - at) {
                throw corrupt("it ends too early, bytes=" + memory.byteSize());
            }
            long from = at;
            at += bytes;
            return from;
        }
    }
}
