package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Values of kinds that a column does not have in common, each with its own.
 *
 * <pre>
 *   part 0   packed: offsets, one more than values
 *   part 1   values as {@link VariantCodec} writes them
 * </pre>
 */
final class VariantsCodec implements ObjectReader {
    private final SegmentBytes bytes;
    private final Packed offsets;
    private final long valuesAt;

    VariantsCodec(SegmentBytes bytes, Packed offsets, long valuesAt) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.valuesAt = valuesAt;
    }

    static void encode(SegmentDraft draft, Object[] objects) {
        int valueCount = draft.valueCount();
        byte[][] encoded = new byte[valueCount][];
        long[] offsets = draft.codes(valueCount + 1);
        offsets[0] = 0;
        for (int i = 0; i < valueCount; i++) {
            encoded[i] = VariantCodec.encode(objects[draft.row(i)]);
            offsets[i + 1] = offsets[i] + encoded[i].length;
        }
        draft.begin(Encoding.VARIANT);
        draft.packed(0, offsets, valueCount + 1);
        SegmentSink sink = draft.part(1);
        for (byte[] value : encoded) {
            sink.put(value, 0, value.length);
        }
    }

    @Override
    public @Nullable Object object(long value) {
        bytes.need(offsets, value, 2);
        long from = offsets.get(value);
        byte[] encoded = new byte[(int) bytes.checkedLength(from, offsets.get(value + 1), valuesAt)];
        bytes.need(valuesAt + from, encoded.length);
        MemorySegment.copy(bytes.memory(), SegmentLayout.BYTE, valuesAt + from, encoded, 0, encoded.length);
        return VariantCodec.decode(encoded);
    }
}
