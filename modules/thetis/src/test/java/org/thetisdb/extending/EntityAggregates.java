package org.thetisdb.extending;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Node;
import org.thetisdb.Path;
import org.thetisdb.Relationship;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;

/** Aggregates of what is in the graph. */
public final class EntityAggregates {
    private EntityAggregates() {}

    /** The node of the highest age, which can wait on disk. */
    @AggregateFunction(name = "entity.oldest")
    public static final class Oldest implements Aggregate<Oldest> {
        private @Nullable Node oldest;

        public void add(Node node) {
            if (oldest == null || age(node) > age(oldest)) {
                oldest = node;
            }
        }

        private static long age(Node node) {
            return node.get("age") instanceof Long age ? age : -1;
        }

        @Override
        public void merge(Oldest other) {
            if (other.oldest != null) {
                add(other.oldest);
            }
        }

        @Override
        public @Nullable Node result() {
            return oldest;
        }

        @Override
        public Object save() {
            return oldest == null ? List.of() : List.of(oldest);
        }

        @Override
        public void restore(Object saved) {
            ((List<?>) saved).forEach(each -> add((Node) each));
        }
    }

    /** The names of all nodes, kept as nodes until they are asked for. */
    @AggregateFunction(name = "entity.names")
    public static final class Names implements Aggregate<Names> {
        private final Map<Long, Node> nodes = new TreeMap<>();

        public void add(Node node) {
            nodes.put(node.id(), node);
        }

        @Override
        public void merge(Names other) {
            nodes.putAll(other.nodes);
        }

        @Override
        public List<Object> result() {
            return nodes.values().stream().map(each -> each.get("name")).toList();
        }

        @Override
        public long bytes() {
            return 64 + 500L * nodes.size();
        }

        @Override
        public Object save() {
            return Map.of("nodes", new ArrayList<>(nodes.values()));
        }

        @Override
        public void restore(Object saved) {
            ((List<?>) ((Map<?, ?>) saved).get("nodes")).forEach(each -> add((Node) each));
        }
    }

    /** A sum over relationships, with a factor. */
    @AggregateFunction(name = "entity.years")
    public static final class Years implements Aggregate<Years> {
        private long sum;

        public void add(Relationship relationship, long factor) {
            sum += relationship.type().length() * 0L + relationship.getLong("since") * factor;
        }

        @Override
        public void merge(Years other) {
            sum += other.sum;
        }

        @Override
        public Long result() {
            return sum;
        }
    }

    /** The longest path; it has to fit into memory. */
    @AggregateFunction(name = "entity.longest")
    public static final class Longest implements Aggregate<Longest> {
        private @Nullable Path longest;

        public void add(Path path) {
            if (longest == null || path.length() > longest.length()) {
                longest = path;
            }
        }

        @Override
        public void merge(Longest other) {
            if (other.longest != null) {
                add(other.longest);
            }
        }

        @Override
        public @Nullable Path result() {
            return longest;
        }
    }

    /** How often it has seen which class, within lists and maps, too. */
    @AggregateFunction(name = "entity.kinds")
    public static final class Kinds implements Aggregate<Kinds> {
        private final Map<String, Long> counts = new TreeMap<>();

        public void add(@Nullable Object value) {
            if (value instanceof List<?> list) {
                list.forEach(this::add);
            } else if (value instanceof Map<?, ?> map) {
                map.values().forEach(this::add);
            } else {
                counts.merge(value == null ? "null" : value.getClass().getSimpleName(), 1L, Long::sum);
            }
        }

        @Override
        public void merge(Kinds other) {
            other.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        }

        @Override
        public Map<String, Long> result() {
            return new LinkedHashMap<>(counts);
        }
    }
}
