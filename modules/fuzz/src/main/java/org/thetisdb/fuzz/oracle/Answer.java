package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.value.ErrorCode;

/** An oracle's answer to a query. Immutable. */
public sealed interface Answer {
    /**
     * Rows of values, with shapes instead of nodes, relationships and paths.
     *
     * @param graph the graph as the query left it, if it may have written
     */
    record Rows(List<String> columns, List<List<Object>> rows, Optional<GraphShape> graph) implements Answer {
        public Rows {
            columns = List.copyOf(columns);
            List<List<Object>> all = new ArrayList<>();
            rows.forEach(row -> all.add(Collections.unmodifiableList(row)));
            rows = Collections.unmodifiableList(all);
        }
    }

    /**
     * An error that a user may get.
     *
     * @param code empty if the oracle is no Thetis
     * @param spared the answer if no value is computed that nobody reads, and no condition for rows that
     *     another one drops; empty if that is an error too, or the oracle does not know
     */
    record Failure(Optional<ErrorCode> code, String message, Optional<Rows> spared) implements Answer {
        public Failure(Optional<ErrorCode> code, String message) {
            this(code, message, Optional.empty());
        }
    }

    /** What must never happen: a Java exception, a defect that reported itself, a time-out. */
    record Defect(String kind, String message) implements Answer {
        /** The kind of those that took longer than they may. */
        public static final String NO_END = "no end in time";
    }

    /** The oracle does not answer such queries. */
    record Declined(String reason) implements Answer {
        /** The reference's reason not to finish. */
        public static final String TOO_MUCH = "it is too much work";
    }

    /** A node without its id. */
    record NodeShape(NavigableSet<String> labels, SortedMap<String, Object> properties) {
        public NodeShape(Iterable<String> labels, Map<String, Object> properties) {
            this(sorted(labels), new TreeMap<>(properties));
        }

        private static NavigableSet<String> sorted(Iterable<String> labels) {
            NavigableSet<String> all = new TreeSet<>();
            labels.forEach(all::add);
            return all;
        }
    }

    /** A relationship without its id and ends. */
    record RelationshipShape(String type, SortedMap<String, Object> properties) {
        public RelationshipShape(String type, Map<String, Object> properties) {
            this(type, new TreeMap<>(properties));
        }
    }

    /** A path; {@code forward} says of each relationship whether it was followed along its direction. */
    record PathShape(List<NodeShape> nodes, List<RelationshipShape> relationships, List<Boolean> forward) {
        public PathShape {
            nodes = List.copyOf(nodes);
            relationships = List.copyOf(relationships);
            forward = List.copyOf(forward);
        }
    }
}
