package org.thetisdb.engine.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;

/**
 * The order of a scan's chunks for who wants the nodes with the first values of a property: by zone maps, those whose
 * values come first before others. It says nothing on the nodes within a chunk.
 *
 * @param ascending whether small values come first
 * @param missingPass whether nodes without the property may be wanted: by the order of values they come last if it is
 *     ascending, first if it is not
 */
public record ChunkOrder(String property, boolean ascending, boolean missingPass) {
    private static final int SAMPLED_CHUNKS_MOST = 256;

    /** A chunk and what is known of its values. */
    private record Zoned(int chunk, ZoneMap zone) {}

    /**
     * How far the values of chunks overlap: the width of a chunk's zone in that of all zones, on average over some
     * chunks; 1 if nothing is known.
     */
    public static double overlap(Snapshot snapshot, String property) {
        OptionalInt key = snapshot.catalog().propertyKeyId(property);
        if (key.isEmpty()) {
            return 1;
        }
        List<ZoneMap> zones = new ArrayList<>();
        int step = 1 + snapshot.chunkCount() / SAMPLED_CHUNKS_MOST;
        for (int chunk = 0; chunk < snapshot.chunkCount(); chunk += step) {
            ZoneMap zone = snapshot.zoneMap(chunk, key.getAsInt());
            if (zone.isOrderedByBounds()) {
                zones.add(zone);
            }
        }
        double least = zones.stream().mapToDouble(ZoneMap::minimum).min().orElse(0);
        double most = zones.stream().mapToDouble(ZoneMap::maximum).max().orElse(0);
        double width = zones.stream()
                .mapToDouble(zone -> (double) zone.maximum() - zone.minimum())
                .average()
                .orElse(0);
        return most > least ? width / (most - least) : 1;
    }

    /** The chunks in this order; those of which nothing is known come first. */
    int[] arranged(int[] chunks, Worker worker) {
        OptionalInt key = worker.snapshot().catalog().propertyKeyId(property);
        if (key.isEmpty()) {
            return chunks;
        }
        List<Zoned> zoned = new ArrayList<>(chunks.length);
        for (int chunk : chunks) {
            zoned.add(new Zoned(chunk, worker.snapshot().zoneMap(chunk, key.getAsInt())));
        }
        zoned.sort(Comparator.comparingLong(this::place));
        return zoned.stream().mapToInt(Zoned::chunk).toArray();
    }

    private long place(Zoned zoned) {
        if (!zoned.zone().isOrderedByBounds()) {
            return Long.MIN_VALUE;
        }
        // The complement turns an order around without leaving the range of numbers.
        return ascending ? zoned.zone().minimum() : ~zoned.zone().maximum();
    }

    /** Whether no node of a chunk is wanted by who has this bound. */
    boolean excludes(int chunk, ScanBound bound, Worker worker) {
        OptionalInt key = worker.snapshot().catalog().propertyKeyId(property);
        boolean missingMatter = missingPass && !ascending;
        return key.isPresent()
                && !missingMatter
                && bound.excludes(worker.snapshot().zoneMap(chunk, key.getAsInt()));
    }
}
