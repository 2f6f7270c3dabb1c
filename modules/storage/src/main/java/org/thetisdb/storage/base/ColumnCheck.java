package org.thetisdb.storage.base;

import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.column.ZoneMaps;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.value.vector.Vector;

/** Reads every column whole and compares it with its chunk and its zone map. Used once, by one thread. */
final class ColumnCheck {
    private final Root root;
    private final BaseReader reader;
    private final StoreCheck check;
    private final ColumnEncoder encoder = new ColumnEncoder();
    private final Vector values = new Vector();

    ColumnCheck(Root root, BaseReader reader, StoreCheck check) {
        this.root = root;
        this.reader = reader;
        this.check = check;
    }

    void run() {
        Catalog catalog = root.catalog();
        for (int chunk = 0; chunk < root.chunkCount(); chunk++) {
            int ofChunk = chunk;
            String location = "label column, chunk " + chunk;
            check.guarded(location, () -> labelColumn(ofChunk, location));
        }
        for (int key : root.nodeKeys()) {
            String name = "node column " + catalog.propertyKeyName(key);
            check.guarded(name, () -> nodeColumn(key, name));
        }
        for (int type = 0; type < catalog.typeCount(); type++) {
            int ofType = type;
            for (int key : root.relationshipKeys(type)) {
                String name = "relationship column " + catalog.typeName(type) + "." + catalog.propertyKeyName(key);
                check.guarded(name, () -> relationshipColumn(ofType, key, name));
            }
        }
    }

    /** A label column has one set for each node: that of the chunk, unless it is mixed. */
    private void labelColumn(int chunk, String location) {
        SegmentDirectory segments = root.labelColumn();
        boolean expected = root.hasLabelColumn(chunk);
        ColumnSegment segment = expected ? reader.labelColumns().segment(chunk) : null;
        if (segments.has(chunk) != expected) {
            check.finding(location, expected ? "a segment" : "none", expected ? "none" : "a segment");
        } else if (segment != null) {
            ZoneMap found = zoneMap(segment);
            compare(location, segments.zoneMap(chunk), found);
            check.expectEqual(location + ", nodes", root.liveCount(chunk), found.valueCount());
            boolean mixed = root.labelSet(chunk) == Snapshot.MIXED;
            int least = mixed ? 0 : root.labelSet(chunk);
            int greatest = mixed ? root.catalog().labelSetCount() - 1 : least;
            if (found.minimum() < least || found.maximum() > greatest) {
                check.finding(
                        location,
                        "label sets from " + least + " to " + greatest,
                        found.minimum() + " to " + found.maximum());
            }
        }
    }

    private void nodeColumn(int key, String name) {
        SegmentDirectory segments = root.nodeColumn(key);
        if (segments.endChunk() > root.chunkCount()) {
            check.finding(name, "at most " + root.chunkCount() + " chunks", segments.endChunk() + " chunks");
        }
        for (int chunk = segments.firstChunk(); chunk < Math.min(segments.endChunk(), root.chunkCount()); chunk++) {
            if (segments.has(chunk)) {
                int ofChunk = chunk;
                String location = name + ", chunk " + chunk + ", offset " + segments.offset(chunk);
                check.guarded(location, () -> {
                    ColumnSegment segment = reader.nodeColumns().segment(key, ofChunk);
                    if (segment != null) {
                        compare(location, segments.zoneMap(ofChunk), zoneMap(segment));
                    }
                });
            }
        }
    }

    private ZoneMap zoneMap(ColumnSegment segment) {
        values.reset(segment.kind(), segment.count());
        segment.readRun(0, segment.count(), values, 0);
        reader.refresh();
        check.items(segment.count());
        return encoder.encode(values).zoneMap();
    }

    private void relationshipColumn(int type, int key, String name) {
        SegmentDirectory segments = root.relationshipColumn(type, key);
        for (int chunk = segments.firstChunk(); chunk < Math.min(segments.endChunk(), root.chunkCount()); chunk++) {
            if (segments.has(chunk)) {
                int ofChunk = chunk;
                String location = name + ", chunk " + chunk + ", offset " + segments.offset(chunk);
                check.guarded(location, () -> {
                    BlockedColumn column =
                            reader.relationshipColumn(type, key, ofChunk).orElseThrow();
                    check.expectEqual(
                            location + ", values", reader.adjacency().slotCount(type, ofChunk), column.count());
                    ZoneMap total = ZoneMap.allNull(0);
                    for (int block = 0; block < column.blockCount(); block++) {
                        ZoneMap zone = zoneMap(column.segment(block));
                        compare(location + ", block " + block, column.zoneMap(block), zone);
                        total = ZoneMaps.union(total, zone);
                    }
                    compare(location, segments.zoneMap(ofChunk), total);
                });
            }
        }
    }

    /** Everything but the distinct estimate, which may be made in several ways. */
    private void compare(String location, ZoneMap stored, ZoneMap found) {
        check.expectEqual(location + ", values", stored.valueCount(), found.valueCount());
        check.expectEqual(location + ", nulls", stored.nullCount(), found.nullCount());
        if (stored.kind() != found.kind()) {
            check.finding(
                    location + ", kind", stored.kind().name(), found.kind().name());
        } else if (stored.hasBounds()) {
            check.expectEqual(location + ", minimum", stored.minimum(), found.minimum());
            check.expectEqual(location + ", maximum", stored.maximum(), found.maximum());
        } else if (Double.compare(stored.minimumDouble(), found.minimumDouble()) != 0
                || Double.compare(stored.maximumDouble(), found.maximumDouble()) != 0) {
            check.finding(
                    location + ", bounds",
                    stored.minimumDouble() + " to " + stored.maximumDouble(),
                    found.minimumDouble() + " to " + found.maximumDouble());
        }
    }
}
