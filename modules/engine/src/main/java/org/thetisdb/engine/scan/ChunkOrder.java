package org.thetisdb.engine.scan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalInt;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.sort.TopKZones;
import org.thetisdb.storage.ZoneMap;

/**
 * The order in which a scan below a top-k reads chunks: those that may have its first rows come first, so that most
 * others need not be read.
 *
 * <p>Threads: one orders the chunks; then all workers ask.
 */
final class ChunkOrder {
    private static final ZoneMap[] NONE = {};

    private final TopKZones bound;
    private final String property;
    private ZoneMap[] zones = NONE;

    private record Zone(int chunk, ZoneMap map) {}

    /** @param property that is the first key of the top-k */
    ChunkOrder(TopKZones bound, String property) {
        this.bound = bound;
        this.property = property;
    }

    /** The chunks in their order, which counts from here on. */
    int[] ordered(int[] chunks, Worker worker) {
        OptionalInt key = worker.snapshot().catalog().propertyKeyId(property);
        if (key.isEmpty()) {
            zones = NONE;
            return chunks;
        }
        Zone[] ordered = Arrays.stream(chunks)
                .mapToObj(chunk -> new Zone(chunk, worker.snapshot().zoneMap(chunk, key.getAsInt())))
                .sorted(Comparator.comparingLong(zone -> bound.best(zone.map())))
                .toArray(Zone[]::new);
        zones = Arrays.stream(ordered).map(Zone::map).toArray(ZoneMap[]::new);
        return Arrays.stream(ordered).mapToInt(Zone::chunk).toArray();
    }

    /** Whether the chunk at a place of the order may have rows that are among the first. */
    boolean mayPass(int place) {
        return zones.length == 0 || bound.mayPass(zones[place]);
    }
}
