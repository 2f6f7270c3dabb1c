package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.value.vector.PackedList;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Lists whose elements are no lists.
 *
 * <pre>
 *   part 0   packed: offsets, one more than lists
 *   part 1   a segment of all elements
 * </pre>
 */
final class ListsCodec implements ObjectReader {
    private final SegmentBytes bytes;
    private final Packed offsets;
    private final ColumnSegment elements;

    private ListsCodec(SegmentBytes bytes, Packed offsets, ColumnSegment elements) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.elements = elements;
    }

    /** @param depth 0 unless the segment is one of elements itself */
    static ListsCodec open(SegmentHeader header, SegmentBytes bytes, int depth) {
        bytes.expect(depth == 0, "elements of lists that are not lists themselves", "lists");
        return new ListsCodec(bytes, header.packed[0], ColumnSegment.openElements(header, depth + 1));
    }

    static void encode(SegmentDraft draft, Object[] objects) {
        int valueCount = draft.valueCount();
        long[] offsets = draft.codes(valueCount + 1);
        offsets[0] = 0;
        for (int i = 0; i < valueCount; i++) {
            offsets[i + 1] = offsets[i] + ((List<?>) objects[draft.row(i)]).size();
        }
        Vector elements = new Vector();
        elements.reset(VectorKind.NULL, Math.toIntExact(offsets[valueCount]));
        int index = 0;
        for (int i = 0; i < valueCount; i++) {
            for (Object element : (List<?>) objects[draft.row(i)]) {
                elements.setValue(index++, element);
            }
        }
        draft.begin(Encoding.LISTS);
        draft.packed(0, offsets, valueCount + 1);
        SegmentSink sink = draft.part(1);
        // The elements' segment uses the buffers of its encoder: one of its own keeps them apart.
        MemorySegment child = ColumnEncoder.ofElements().encode(elements).bytes();
        sink.put((byte[]) child.heapBase().orElseThrow(), 0, Math.toIntExact(child.byteSize()));
    }

    @Override
    public Object object(long value) {
        bytes.need(offsets, value, 2);
        long from = offsets.get(value);
        long size = offsets.get(value + 1) - from;
        bytes.expect(from >= 0 && size >= 0 && from + size <= elements.count(), "a list inside", from, size);
        return list((int) from, (int) size);
    }

    private List<Object> list(int first, int size) {
        Vector values = new Vector();
        values.reset(elements.kind(), size);
        elements.readRun(first, size, values, 0);
        boolean isOfNumbers = values.kind() == VectorKind.INTEGER || values.kind() == VectorKind.FLOAT;
        if (isOfNumbers && size >= PackedListBuilder.NUMBERS_MIN && !values.hasNulls()) {
            return PackedList.of(List.of(values));
        }
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(values.valueAt(i));
        }
        return Collections.unmodifiableList(list);
    }
}
