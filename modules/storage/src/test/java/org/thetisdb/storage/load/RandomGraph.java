package org.thetisdb.storage.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A random graph, loaded and kept as plain lists: several label sets, a supernode, loops, repeated relationships. */
final class RandomGraph {
    /** The key of a relationship's property that numbers all relationships. */
    static final String SERIAL = "serial";

    record Relationship(long start, long end, long serial) {}

    final List<List<Relationship>> byType = new ArrayList<>();
    final List<long[]> nodesByLabel = new ArrayList<>();
    final int[] labels;
    final int[] types;

    RandomGraph(BulkLoader loader, long seed, int scale) {
        Random random = new Random(seed);
        labels = new int[] {loader.label("Large"), loader.label("Small"), loader.label("One")};
        types = new int[] {
            loader.type("RANDOM"), loader.type("HUB"), loader.type("RARE"), loader.type("UNIFORM"), loader.type("NONE")
        };
        int id = loader.propertyKey("id");
        int name = loader.propertyKey("name");
        int mixed = loader.propertyKey("mixed");
        loader.index(labels[0], id, true);
        loader.index(labels[0], name, false);
        loader.index(labels[0], mixed, false);
        int[] counts = {scale, 300, 1};
        for (int label = 0; label < labels.length; label++) {
            nodesByLabel.add(loadNodes(loader, labels[label], counts[label], new int[] {id, name, mixed}));
        }
        for (int type : types) {
            byType.add(loadRelationships(loader, type, scale, random));
        }
    }

    private static long[] loadNodes(BulkLoader loader, int label, int count, int[] keys) {
        long[] all = new long[count];
        int done = 0;
        while (done < count) {
            // Several appenders one after the other: partial chunks must be handed on.
            try (NodeAppender appender = loader.nodes(label)) {
                int batch = Math.min(7_000, count - done);
                Vector ids = new Vector();
                Vector names = new Vector();
                Vector mixed = new Vector();
                ids.reset(VectorKind.INTEGER, batch);
                names.reset(VectorKind.STRING, batch);
                mixed.reset(VectorKind.OBJECT, batch);
                for (int index = 0; index < batch; index++) {
                    int serial = done + index;
                    ids.longs()[index] = serial * 7L;
                    names.setValue(index, "name number " + serial % 1000);
                    mixed.setValue(index, mixedValue(serial));
                }
                long[] given = new long[batch];
                appender.append(keys, new Vector[] {ids, names, mixed}, batch, given);
                System.arraycopy(given, 0, all, done, batch);
                done += batch;
            }
        }
        return all;
    }

    /** Integers, floats that equal integers, strings and nulls. */
    static Object mixedValue(int serial) {
        return switch (serial % 4) {
            case 0 -> (long) (serial % 100);
            case 1 -> (double) (serial % 100 - 1);
            case 2 -> "text" + serial % 10;
            default -> null;
        };
    }

    private List<Relationship> loadRelationships(BulkLoader loader, int type, int scale, Random random) {
        List<Relationship> made = new ArrayList<>();
        long[] large = nodesByLabel.get(0);
        long[] small = nodesByLabel.get(1);
        int count = switch (type) {
            case 0 -> scale * 3;
            case 1, 3 -> large.length;
            case 2 -> 40;
            default -> 0;
        };
        for (int index = 0; index < count; index++) {
            long start = type == 3 || type == 1 ? large[index] : large[random.nextInt(large.length)];
            long end = switch (type) {
                case 1 -> nodesByLabel.get(2)[0];
                case 3 -> small[random.nextInt(small.length)];
                default ->
                    random.nextInt(20) == 0
                            ? start
                            : random.nextBoolean()
                                    ? large[random.nextInt(large.length)]
                                    : small[random.nextInt(small.length)];
            };
            made.add(new Relationship(start, end, index));
            if (random.nextInt(10) == 0 && type == 0) {
                made.add(new Relationship(start, end, count + index));
            }
        }
        int serialKey = loader.propertyKey(SERIAL);
        try (RelationshipAppender appender = loader.relationships(type)) {
            for (int from = 0; from < made.size(); from += 5_000) {
                List<Relationship> part = made.subList(from, Math.min(made.size(), from + 5_000));
                Vector serials = new Vector();
                serials.reset(VectorKind.INTEGER, part.size());
                long[] starts = new long[part.size()];
                long[] ends = new long[part.size()];
                for (int index = 0; index < starts.length; index++) {
                    starts[index] = part.get(index).start();
                    ends[index] = part.get(index).end();
                    serials.longs()[index] = part.get(index).serial();
                }
                appender.append(starts, ends, new int[] {serialKey}, new Vector[] {serials}, starts.length);
            }
        }
        return made;
    }
}
