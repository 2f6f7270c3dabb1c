package org.thetisdb.storage.load;

import java.lang.foreign.Arena;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.adjacency.AdjacencyEncoder;
import org.thetisdb.storage.spill.SpillBlock;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Turns buckets into adjacency segments and the segments of relationships' properties. One for each worker; not thread
 * safe.
 */
final class ListBuild {
    private final LoadTarget target;
    private final PairScatter scatter;
    private final int[] labelSetByChunk;
    private final EntrySorter sorter;
    private final RelationshipColumnBuild columns;
    private final long[] countByEndChunk;

    ListBuild(
            LoadTarget target, BucketSet backwardBuckets, int[] labelSetByChunk, long partBytes, int scatterCapacity) {
        this.target = target;
        this.scatter = new PairScatter(target.pool(), backwardBuckets, scatterCapacity);
        this.labelSetByChunk = labelSetByChunk;
        sorter = new EntrySorter(partBytes);
        columns = new RelationshipColumnBuild(target, partBytes);
        countByEndChunk = new long[labelSetByChunk.length];
    }

    /** Writes the forward lists of a bucket and the properties, and hands on the entries of the backward lists. */
    void forward(Bucket bucket) {
        int entryCount = checkedCount(bucket);
        Set<Integer> keys = new TreeSet<>();
        for (SpillBlock block : bucket.blocks()) {
            EntryBlock.collectKeys(block.load(), keys);
        }
        int[] places = new int[keys.isEmpty() ? 0 : entryCount];
        long placesBytes = (long) places.length * Integer.BYTES;
        target.pool().reserve(placesBytes);
        scatter.begin(bucket.type, bucket.chunk);
        write(bucket, true, (encoder, first, rows, neighbours, payloads, count) -> {
            encoder.append(neighbours, payloads, 0, count);
            for (int index = 0; index < count; index++) {
                if (scatter.room() == 0) {
                    scatter.flush();
                }
                scatter.add(neighbours[index], NodeIdLayout.id(bucket.chunk, (int) rows[index]), first + index);
                countByEndChunk[NodeIdLayout.chunk(neighbours[index])]++;
            }
            if (places.length > 0) {
                for (int index = 0; index < count; index++) {
                    places[(int) payloads[index]] = first + index;
                }
            }
        });
        scatter.flush();
        countEnds(bucket);
        for (int key : keys) {
            columns.write(bucket, key, places);
        }
        target.pool().release(placesBytes);
        bucket.free();
    }

    /** Writes the backward lists of a bucket. */
    void backward(Bucket bucket) {
        checkedCount(bucket);
        write(
                bucket,
                false,
                (encoder, first, rows, neighbours, payloads, count) -> encoder.append(neighbours, payloads, 0, count));
        bucket.free();
    }

    private static int checkedCount(Bucket bucket) {
        long count = bucket.entryCount();
        if (count > RelationshipIdLayout.SLOT_COUNT_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "too many relationships of one type at the nodes of one chunk: type=" + bucket.type + ", chunk="
                            + bucket.chunk + ", count=" + count + ", countMax="
                            + RelationshipIdLayout.SLOT_COUNT_MAX);
        }
        return (int) count;
    }

    /** Takes sorted entries, the first of which is entry {@code first} of the segment. */
    private interface SegmentSink {
        void accept(AdjacencyEncoder encoder, int first, long[] rows, long[] neighbours, long[] payloads, int count);
    }

    private void write(Bucket bucket, boolean forward, SegmentSink sink) {
        int rowCount = target.root().rowCount(bucket.chunk);
        sorter.open(bucket, forward, rowCount);
        try (Arena arena = Arena.ofConfined()) {
            AdjacencyEncoder encoder = new AdjacencyEncoder(
                    arena,
                    bucket.type,
                    forward,
                    bucket.chunk,
                    sorter.starts(),
                    rowCount,
                    sorter.neighbourMinimum(),
                    sorter.neighbourMaximum(),
                    sorter.slotMaximum());
            int[] first = {0};
            sorter.sort((rows, neighbours, payloads, count) -> {
                assert areSorted(rows, neighbours, count) : "lists ascend by row and neighbour: type=" + bucket.type;
                sink.accept(encoder, first[0], rows, neighbours, payloads, count);
                first[0] += count;
            });
            target.root()
                    .adjacency(
                            bucket.type, forward, bucket.chunk, target.extents().append(encoder.finish()), first[0]);
        }
    }

    private static boolean areSorted(long[] rows, long[] neighbours, int count) {
        for (int index = 1; index < count; index++) {
            boolean sameRow = rows[index] == rows[index - 1];
            if (rows[index] < rows[index - 1] || sameRow && neighbours[index] < neighbours[index - 1]) {
                return false;
            }
        }
        return true;
    }

    private void countEnds(Bucket bucket) {
        int startLabelSet = labelSetByChunk[bucket.chunk];
        for (int chunk = 0; chunk < countByEndChunk.length; chunk++) {
            if (countByEndChunk[chunk] > 0) {
                target.statistics()
                        .relationships(startLabelSet, bucket.type, labelSetByChunk[chunk], countByEndChunk[chunk]);
                countByEndChunk[chunk] = 0;
            }
        }
    }
}
