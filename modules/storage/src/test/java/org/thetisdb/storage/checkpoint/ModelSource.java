package org.thetisdb.storage.checkpoint;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.adjacency.ChangeFeed;
import org.thetisdb.storage.adjacency.ListChanges;
import org.thetisdb.storage.checkpoint.ModelGraph.Node;
import org.thetisdb.storage.checkpoint.ModelGraph.Relationship;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.SortKey;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** The difference between two models as a source of changes. */
final class ModelSource implements CheckpointSource {
    private final ModelGraph before;
    private final ModelGraph after;
    private final long revision;

    /** By the first relationship of a type and chunk; known when relationships were asked for. */
    private final Map<Long, TreeSet<Integer>> changedSlots = new TreeMap<>();

    private final Map<Lists, List<long[]>> gone;
    private final Map<Lists, List<long[]>> come;

    ModelSource(ModelGraph before, ModelGraph after, long revision) {
        this.before = before;
        this.after = after;
        this.revision = revision;
        gone = entries(true);
        come = entries(false);
    }

    /** An object of which only the methods named can be called. */
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public Snapshot snapshot() {
        return proxy(Snapshot.class, (self, method, arguments) -> switch (method.getName()) {
            case "revision" -> revision;
            case "catalog" -> after;
            case "chunkCount" -> after.rowCounts.size();
            case "rowCount" -> after.rowCounts.get((int) arguments[0]);
            case "labelSet" -> labelSet((int) arguments[0]);
            case "reader" -> reader();
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private int labelSet(int chunk) {
        Set<Integer> sets = new TreeSet<>();
        for (int row = 0; row < after.rowCounts.get(chunk); row++) {
            sets.add(after.labelSet(NodeIdLayout.id(chunk, row)));
        }
        sets.remove(GraphReader.NO_NODE);
        return sets.size() == 1 ? sets.iterator().next() : Snapshot.MIXED;
    }

    private GraphReader reader() {
        return proxy(GraphReader.class, (self, method, arguments) -> {
            switch (method.getName()) {
                case "labelSets" -> labelSets((long[]) arguments[0], (int) arguments[2], (int[]) arguments[3]);
                case "nodeProperty" -> nodeProperty(arguments);
                case "relationshipProperty" -> relationshipProperty(arguments);
                case "relationshipExists" -> {
                    return after.relationships.containsKey((long) arguments[0]);
                }
                case "refresh", "close" -> {}
                default -> throw new UnsupportedOperationException(method.getName());
            }
            return null;
        });
    }

    private void labelSets(long[] ids, int count, int[] into) {
        for (int index = 0; index < count; index++) {
            into[index] = after.labelSet(ids[index]);
        }
    }

    private void nodeProperty(Object... arguments) {
        int key = (int) arguments[0];
        int count = (int) arguments[3];
        Vector into = (Vector) arguments[4];
        into.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            Node node = after.nodes.get(NodeIdLayout.id((int) arguments[1], (int) arguments[2] + index));
            into.setValue(index, node == null ? null : node.properties().get(key));
        }
    }

    private void relationshipProperty(Object... arguments) {
        long[] ids = (long[]) arguments[1];
        boolean[] nulls = (boolean[]) arguments[2];
        int count = (int) arguments[3];
        Vector into = (Vector) arguments[4];
        into.reset(VectorKind.NULL, count);
        for (int index = 0; index < count; index++) {
            Object value = nulls[index]
                    ? null
                    : after.relationships.get(ids[index]).properties().get((int) arguments[0]);
            into.setValue(index, value);
        }
    }

    @Override
    public LogMark logMark() {
        return LogMark.NONE;
    }

    @Override
    public long changedBytes() {
        return 1;
    }

    @Override
    public long timeMillis() {
        return revision * 1_000;
    }

    @Override
    public Collection<Integer> nodeChunks() {
        Set<Integer> chunks = new TreeSet<>();
        for (long node : nodes()) {
            if (before.labelSet(node) != after.labelSet(node)) {
                chunks.add(NodeIdLayout.chunk(node));
            }
        }
        return chunks;
    }

    private Set<Long> nodes() {
        Set<Long> all = new TreeSet<>(before.nodes.keySet());
        all.addAll(after.nodes.keySet());
        return all;
    }

    private static Object value(ModelGraph graph, long node, int key) {
        Node found = graph.nodes.get(node);
        return found == null ? null : found.properties().get(key);
    }

    private static boolean differ(Object first, Object second) {
        return first == null ? second != null : !first.equals(second);
    }

    @Override
    public Collection<NodeColumn> nodeColumns() {
        Set<NodeColumn> columns = new java.util.HashSet<>();
        for (long node : nodes()) {
            for (int key = 0; key < after.keys.size() && after.nodes.containsKey(node); key++) {
                if (differ(value(before, node, key), value(after, node, key))) {
                    columns.add(new NodeColumn(NodeIdLayout.chunk(node), key));
                }
            }
        }
        return columns;
    }

    /** By lists, the entries that go (true) and come (false): row, neighbour, slot. */
    private Map<Lists, List<long[]>> entries(boolean removals) {
        ModelGraph from = removals ? before : after;
        ModelGraph other = removals ? after : before;
        Map<Lists, List<long[]>> entries = new java.util.HashMap<>();
        from.relationships.forEach((id, relationship) -> {
            Relationship same = other.relationships.get(id);
            if (same == null || same.start() != relationship.start() || same.end() != relationship.end()) {
                int type = RelationshipIdLayout.type(id);
                int slot = RelationshipIdLayout.slot(id);
                add(entries, type, true, relationship.start(), relationship.end(), slot);
                add(entries, type, false, relationship.end(), relationship.start(), slot);
            }
        });
        return entries;
    }

    private static void add(
            Map<Lists, List<long[]>> entries, int type, boolean forward, long owner, long neighbour, int slot) {
        entries.computeIfAbsent(
                        new Lists(type, forward, NodeIdLayout.chunk(owner)), lists -> new java.util.ArrayList<>())
                .add(new long[] {NodeIdLayout.row(owner), neighbour, slot});
    }

    @Override
    public Collection<Lists> lists() {
        Set<Lists> lists = new java.util.HashSet<>(gone.keySet());
        lists.addAll(come.keySet());
        return lists;
    }

    @Override
    public ChangeFeed listChanges(Lists lists) {
        return new ChangeFeed() {
            @Override
            public void restart() {}

            @Override
            public boolean fill(ListChanges into) {
                addChanges(lists, into);
                return false;
            }
        };
    }

    private void addChanges(Lists lists, ListChanges into) {
        for (long[] entry : gone.getOrDefault(lists, List.of())) {
            into.remove((int) entry[0], entry[1], (int) entry[2]);
        }
        for (long[] entry : come.getOrDefault(lists, List.of())) {
            into.add((int) entry[0], entry[1], (int) entry[2]);
        }
    }

    @Override
    public int[] changedSlots(int type, int chunk, int fromSlot, int endSlot) {
        return changedSlots
                .getOrDefault(RelationshipIdLayout.id(type, chunk, 0), new TreeSet<>())
                .subSet(fromSlot, endSlot)
                .stream()
                .mapToInt(slot -> slot)
                .toArray();
    }

    @Override
    public Collection<Relationships> relationships() {
        Map<Long, TreeSet<Integer>> slots = new TreeMap<>();
        Map<Long, Set<Integer>> keys = new TreeMap<>();
        Set<Long> ids = new TreeSet<>(before.relationships.keySet());
        ids.addAll(after.relationships.keySet());
        for (long id : ids) {
            Relationship old = before.relationships.get(id);
            Relationship now = after.relationships.get(id);
            if (old == null || !old.equals(now)) {
                long place = id >>> RelationshipIdLayout.SLOT_BITS;
                slots.computeIfAbsent(place, key -> new TreeSet<>()).add(RelationshipIdLayout.slot(id));
                Set<Integer> changed = keys.computeIfAbsent(place, key -> new TreeSet<>());
                if (now != null) {
                    changed.addAll(now.properties().keySet());
                    changed.addAll(old == null ? Set.of() : old.properties().keySet());
                }
            }
        }
        slots.forEach((place, changed) -> changedSlots.put(place << RelationshipIdLayout.SLOT_BITS, changed));
        return slots.keySet().stream()
                .map(place -> new Relationships(
                        RelationshipIdLayout.type(place << RelationshipIdLayout.SLOT_BITS),
                        RelationshipIdLayout.chunk(place << RelationshipIdLayout.SLOT_BITS),
                        slots.get(place).last() + 1,
                        keys.get(place).stream().mapToInt(Integer::intValue).toArray()))
                .toList();
    }

    /** Where a node is in an index, if it is there. */
    private static java.util.Optional<IndexKey> key(ModelGraph graph, IndexDescriptor index, long node) {
        Node found = graph.nodes.get(node);
        if (found == null || !graph.labelSets.get(found.labelSet()).contains(index.labelId())) {
            return java.util.Optional.empty();
        }
        if (index.propertyKeyIds().size() == 1) {
            return IndexKey.of(found.properties().get(index.propertyKeyId()));
        }
        Object[] values =
                index.propertyKeyIds().stream().map(found.properties()::get).toArray();
        return IndexKey.ofTuple(Arrays.asList(values));
    }

    @Override
    public IndexChanges indexChanges(IndexDescriptor index) {
        TreeMap<IndexKey, TreeMap<Long, Boolean>> changes = new TreeMap<>();
        for (long node : nodes()) {
            var old = key(before, index, node);
            var now = key(after, index, node);
            if (!old.equals(now)) {
                old.ifPresent(key ->
                        changes.computeIfAbsent(key, entry -> new TreeMap<>()).put(node, true));
                now.ifPresent(key ->
                        changes.computeIfAbsent(key, entry -> new TreeMap<>()).put(node, false));
            }
        }
        record Change(IndexKey key, long node, boolean tombstone) {}
        List<Change> sorted = changes.entrySet().stream()
                .flatMap(entry -> entry.getValue().entrySet().stream()
                        .map(change -> new Change(entry.getKey(), change.getKey(), change.getValue())))
                .toList();
        Iterator<Change> iterator = sorted.iterator();
        SortKey key = new SortKey();
        Change[] current = new Change[1];
        return new IndexChanges(
                sorted.size(),
                new IndexEntries() {
                    @Override
                    public boolean advance() {
                        if (!iterator.hasNext()) {
                            return false;
                        }
                        current[0] = iterator.next();
                        key.set(current[0].key());
                        return true;
                    }

                    @Override
                    public SortKey key() {
                        return key;
                    }

                    @Override
                    public long node() {
                        return current[0].node();
                    }

                    @Override
                    public boolean isTombstone() {
                        return current[0].tombstone();
                    }
                },
                revision % 2 == 0);
    }
}
