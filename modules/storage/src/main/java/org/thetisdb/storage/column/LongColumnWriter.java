package org.thetisdb.storage.column;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Encodes values that are too long to be in memory together as one segment, piece by piece.
 *
 * <pre>
 *   pieces ──► temporary file   | text | text | list | text | …     strings as UTF-8, others by VariantCodec
 *                               0      offsets[1] …                 the offsets, kinds and nulls are in memory
 *
 *   all strings    ──► a segment of {@link StringsCodec}:  header, presence, offsets │ the file as it is
 *   others as well ──► a segment of {@link VariantsCodec}: header, presence, offsets │ strings with tag and length
 * </pre>
 *
 * <p>Neither codec makes values smaller: long values are seldom equal, and a dictionary would have to be in memory.
 * Used once; not thread safe.
 */
public final class LongColumnWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final TemporarySpace space;
    private final Output values;
    private final Arena arena = Arena.ofShared();
    private final DistinctSketch sketch = new DistinctSketch();
    private final BitSet present = new BitSet();

    /** Of the values that are there, those that are no strings. */
    private final BitSet others = new BitSet();

    private long[] offsets = new long[1024];
    private int count;
    private int valueCount;
    private Optional<Output> segment = Optional.empty();

    /** A file that is written from front to back. */
    private static final class Output {
        private final SpillFile file;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private long flushedBytes;
        private int bufferedBytes;

        Output(SpillFile file, long from) {
            this.file = file;
            this.flushedBytes = from;
        }

        void put(byte[] bytes, int start, int length) {
            if (length > buffer.length - bufferedBytes) {
                flush();
            }
            if (length > buffer.length) {
                file.write(flushedBytes, bytes, start, length);
                flushedBytes += length;
            } else {
                System.arraycopy(bytes, start, buffer, bufferedBytes, length);
                bufferedBytes += length;
            }
        }

        void flush() {
            file.write(flushedBytes, buffer, 0, bufferedBytes);
            flushedBytes += bufferedBytes;
            bufferedBytes = 0;
        }
    }

    /** @param space where the column is while it is made */
    public LongColumnWriter(TemporarySpace space) {
        this.space = space;
        this.values = new Output(space.newFile(), 0);
    }

    /** Adds the next entries. */
    public void add(Vector piece) {
        for (int row = 0; row < piece.count(); row++) {
            if (!piece.isNull(row)) {
                add(piece, row);
            }
            count++;
        }
    }

    private void add(Vector piece, int row) {
        present.set(count);
        if (valueCount + 1 == offsets.length) {
            offsets = Arrays.copyOf(offsets, offsets.length * 2);
        }
        if (piece.kind() == VectorKind.STRING) {
            int start = piece.starts()[row];
            int length = piece.lengths()[row];
            sketch.add(DistinctSketch.hash(piece.bytes(), start, length));
            append(piece.bytes(), start, length);
        } else {
            Object value = Invariant.present(piece.valueAt(row), "what is not null has a value");
            byte[] encoded = VariantCodec.encode(value);
            boolean isString = value instanceof String;
            int start = isString ? VariantCodec.STRING_HEADER_BYTES : 0;
            sketch.add(DistinctSketch.hash(encoded, start, encoded.length - start));
            others.set(valueCount, !isString);
            append(encoded, start, encoded.length - start);
        }
    }

    private void append(byte[] bytes, int start, int length) {
        offsets[valueCount + 1] = offsets[valueCount] + length;
        valueCount++;
        values.put(bytes, start, length);
    }

    /** The column, as long as this is open. Nothing may be added afterwards. */
    public EncodedColumn finish() {
        values.flush();
        boolean isStrings = others.isEmpty();
        VectorKind kind = valueCount == 0 ? VectorKind.NULL : isStrings ? VectorKind.STRING : VectorKind.OBJECT;
        SegmentSink head = new SegmentSink();
        SegmentDraft draft = new SegmentDraft(head);
        draft.start(shape(kind), 0, count);
        if (valueCount == 0) {
            draft.begin(Encoding.EMPTY);
            draft.finish();
            return new EncodedColumn(head.copy(0), ZoneMap.allNull(count));
        }
        draft.begin(isStrings ? Encoding.STRINGS : Encoding.VARIANT);
        long[] places = places();
        long valueBytes = places[valueCount];
        draft.packed(0, places, valueCount + 1);
        draft.part(1);
        long paddedBytes = valueBytes + Long.BYTES - 1 & -Long.BYTES;
        draft.finishBefore(paddedBytes);
        Output output = new Output(space.newFile(), head.position());
        segment = Optional.of(output);
        head.writeTo(output.file, 0);
        putValues(output);
        output.put(new byte[Long.BYTES], 0, (int) (paddedBytes - valueBytes));
        output.flush();
        long distinct = Math.clamp(sketch.estimate(), 1, valueCount);
        ZoneMap zone = new ZoneMap(kind, valueCount, count - valueCount, 0, 0, 0, 0, distinct);
        return new EncodedColumn(output.file.mapWritten(0, head.position() + paddedBytes, arena), zone);
    }

    private void putValues(Output output) {
        byte[] block = new byte[BUFFER_BYTES];
        if (others.isEmpty()) {
            copy(0, offsets[valueCount], block, output);
            return;
        }
        for (int value = 0; value < valueCount; value++) {
            long length = offsets[value + 1] - offsets[value];
            if (!others.get(value)) {
                byte[] header = VariantCodec.stringHeader((int) length);
                output.put(header, 0, header.length);
            }
            copy(offsets[value], length, block, output);
        }
    }

    private void copy(long from, long length, byte[] block, Output output) {
        for (long done = 0; done < length; done += block.length) {
            int some = (int) Math.min(block.length, length - done);
            values.file.read(from + done, block, some);
            output.put(block, 0, some);
        }
    }

    /** Entries of a kind, null where the column's are. */
    private Vector shape(VectorKind kind) {
        Vector shape = new Vector();
        shape.reset(kind, count);
        if (kind == VectorKind.OBJECT) {
            Arrays.fill(shape.objects(), 0, count, "");
        }
        for (int row = present.nextClearBit(0); row < count; row = present.nextClearBit(row + 1)) {
            shape.setNull(row);
        }
        return shape;
    }

    /** Where each value begins in the last part. */
    private long[] places() {
        long[] places = new long[valueCount + 1];
        for (int value = 0; value < valueCount; value++) {
            boolean hasHeader = !others.isEmpty() && !others.get(value);
            long bytes = offsets[value + 1] - offsets[value] + (hasHeader ? VariantCodec.STRING_HEADER_BYTES : 0);
            places[value + 1] = places[value] + bytes;
        }
        return places;
    }

    /** Frees the column and its place on the disk. */
    @Override
    public void close() {
        arena.close();
        values.file.close();
        segment.ifPresent(output -> output.file.close());
    }
}
