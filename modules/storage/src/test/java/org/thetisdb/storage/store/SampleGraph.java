package org.thetisdb.storage.store;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.value.Point;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** A random graph with properties of all kinds, loaded into a directory and kept as plain objects beside it. */
final class SampleGraph {
    static final String[] KEYS = {"id", "name", "born", "created", "score", "tags", "place", "any", "rare"};

    final long[] nodes;
    final Object[][] properties;
    final List<long[]> relationships = new ArrayList<>();
    final List<Object> since = new ArrayList<>();

    private SampleGraph(int nodeCount) {
        nodes = new long[nodeCount];
        properties = new Object[nodeCount][];
    }

    static SampleGraph load(Path directory, long seed, int nodeCount, int relationshipCount, int pageBytes) {
        Random random = new Random(seed);
        SampleGraph graph = new SampleGraph(nodeCount);
        LoadOptions options = new LoadOptions(16 << 20, 1, pageBytes);
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), directory, options)) {
            int person = loader.label("Person");
            int writer = loader.label("Writer");
            int[] keys = new int[KEYS.length];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = loader.propertyKey(KEYS[i]);
            }
            loader.index(person, keys[0], true);
            loader.index(person, keys[1], false);
            int half = nodeCount * 3 / 4;
            graph.nodes(loader, random, new int[] {person}, keys, 0, half);
            graph.nodes(loader, random, new int[] {person, writer}, keys, half, nodeCount);
            graph.relationships(loader, random, relationshipCount);
            loader.finish(LoadProgress.NONE);
        }
        return graph;
    }

    private static Object property(Random random, int key, int node) {
        if (key != 0 && random.nextInt(10) == 0) {
            return null;
        }
        return switch (key) {
            case 0 -> (long) node * 3;
            case 1 -> "Name " + random.nextInt(200);
            case 2 -> LocalDate.ofEpochDay(random.nextInt(20_000));
            case 3 ->
                ZonedDateTime.ofInstant(
                        Instant.ofEpochSecond(
                                1_300_000_000L + random.nextInt(1 << 26), random.nextInt(1000) * 1_000_000L),
                        ZoneOffset.UTC);
            case 4 -> random.nextDouble();
            case 5 -> List.of("t" + random.nextInt(9), "u" + random.nextInt(9));
            case 6 -> Point.of(Point.WGS_84, random.nextDouble(), random.nextDouble());
            case 7 -> random.nextBoolean() ? (Object) random.nextLong() : "mixed " + random.nextInt();
            default -> random.nextInt(50) == 0 ? Boolean.TRUE : null;
        };
    }

    private void nodes(BulkLoader loader, Random random, int[] labels, int[] keys, int first, int end) {
        try (NodeAppender appender = loader.nodes(labels)) {
            for (int from = first; from < end; from += 2_000) {
                int count = Math.min(2_000, end - from);
                Vector[] columns = new Vector[keys.length];
                for (int node = from; node < from + count; node++) {
                    properties[node] = new Object[keys.length];
                }
                for (int key = 0; key < keys.length; key++) {
                    columns[key] = new Vector();
                    columns[key].reset(VectorKind.NULL, count);
                    for (int i = 0; i < count; i++) {
                        properties[from + i][key] = property(random, key, from + i);
                        columns[key].setValue(i, properties[from + i][key]);
                    }
                }
                long[] ids = new long[count];
                appender.append(keys, columns, count, ids);
                System.arraycopy(ids, 0, nodes, from, count);
            }
        }
    }

    private void relationships(BulkLoader loader, Random random, int count) {
        int knows = loader.type("KNOWS");
        int key = loader.propertyKey("since");
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, count);
        long[] starts = new long[count];
        long[] ends = new long[count];
        for (int i = 0; i < count; i++) {
            starts[i] = nodes[random.nextInt(nodes.length)];
            ends[i] = nodes[random.nextInt(nodes.length)];
            column.longs()[i] = i;
            relationships.add(new long[] {starts[i], ends[i]});
            since.add((long) i);
        }
        try (RelationshipAppender appender = loader.relationships(knows)) {
            appender.append(starts, ends, new int[] {key}, new Vector[] {column}, count);
        }
    }
}
