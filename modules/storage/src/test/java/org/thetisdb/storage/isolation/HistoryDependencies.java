package org.thetisdb.storage.isolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.storage.isolation.DependencyGraph.Kind;

/**
 * What transactions depend on each other for, taken from the values that they read alone: from lists to which each adds
 * numbers of its own. Revisions are not believed. Not thread safe.
 */
final class HistoryDependencies {
    private static final String LOG = "log ";

    /** What a transaction has read of a list before it added to it, and what it has added. */
    private static final class Use {
        private final List<List<Long>> read = new ArrayList<>();
        private final List<Long> added = new ArrayList<>();

        /** What was read, and what was left. */
        List<List<Long>> versions() {
            List<List<Long>> versions = new ArrayList<>(read);
            List<Long> left = new ArrayList<>(read.isEmpty() ? List.of() : read.getLast());
            left.addAll(added);
            versions.add(left);
            return versions;
        }
    }

    private final DependencyGraph graph = new DependencyGraph();
    private final Map<Long, Integer> writers = new HashMap<>();
    private final Set<Long> aborted = new HashSet<>();
    private final Set<Long> overwritten = new HashSet<>();
    private final Map<String, Map<Integer, Use>> uses = new HashMap<>();

    private HistoryDependencies() {}

    static DependencyGraph of(List<HistoryTransaction> ended) {
        HistoryDependencies found = new HistoryDependencies();
        ended.forEach(found::collect);
        found.uses.forEach(found::link);
        return found.graph;
    }

    private void collect(HistoryTransaction each) {
        Map<String, Use> own = new HashMap<>();
        for (HistoryTransaction.Action action : each.actions) {
            if (action instanceof HistoryTransaction.Read read
                    && read.read().name().startsWith(LOG)
                    && read.answer() instanceof List<?>) {
                collect(each, own.computeIfAbsent(read.read().name(), name -> new Use()), numbers(read.answer()));
            } else if (action instanceof HistoryTransaction.Write write
                    && write.name().startsWith("append ")) {
                String[] words = write.name().split(" ");
                long number = Long.parseLong(words[1]);
                own.computeIfAbsent(LOG + words[2], name -> new Use()).added.add(number);
                writers.put(number, each.number);
                if (!each.committed) {
                    aborted.add(number);
                }
            }
        }
        own.forEach((name, use) -> {
            overwritten.addAll(use.added.subList(0, Math.max(0, use.added.size() - 1)));
            if (each.committed) {
                uses.computeIfAbsent(name, list -> new HashMap<>()).put(each.number, use);
            }
        });
    }

    private static void collect(HistoryTransaction each, Use use, List<Long> answer) {
        int ownCount = use.added.size();
        List<Long> own = answer.subList(Math.max(0, answer.size() - ownCount), answer.size());
        if (!own.equals(use.added)) {
            throw new AssertionError("does not see its own: transaction=" + each.number + ", answer=" + answer);
        }
        use.read.add(answer.subList(0, answer.size() - ownCount));
    }

    private static List<Long> numbers(Object answer) {
        List<Long> numbers = new ArrayList<>();
        ((List<?>) answer).forEach(number -> numbers.add((Long) number));
        return numbers;
    }

    private void link(String name, Map<Integer, Use> byTransaction) {
        List<Long> order = List.of();
        for (Use use : byTransaction.values()) {
            for (List<Long> version : use.versions()) {
                order = version.size() > order.size() ? version : order;
            }
        }
        for (int place = 1; place < order.size(); place++) {
            between(order.get(place - 1), order.get(place), Kind.WRITE_WRITE);
        }
        for (Map.Entry<Integer, Use> each : byTransaction.entrySet()) {
            for (List<Long> read : each.getValue().read) {
                linkRead(name, each.getKey(), read, order);
            }
            for (List<Long> version : each.getValue().versions()) {
                if (!order.subList(0, version.size()).equals(version)) {
                    throw new AssertionError(
                            "versions that do not follow each other: " + name + ", " + version + ", " + order);
                }
            }
        }
    }

    private void linkRead(String name, int reader, List<Long> read, List<Long> order) {
        if (!read.isEmpty()) {
            long last = read.getLast();
            Integer writer = writers.get(last);
            if (aborted.contains(last)) {
                throw new AssertionError("G1a, a read of what was taken back: " + name + ", " + read);
            }
            if (overwritten.contains(last) && writer != reader) {
                throw new AssertionError("G1b, a read of what was not yet final: " + name + ", " + read);
            }
            if (writer != null) {
                graph.edge(writer, reader, Kind.WRITE_READ);
            }
        }
        if (read.size() < order.size() && writers.containsKey(order.get(read.size()))) {
            graph.edge(reader, writers.get(order.get(read.size())), Kind.READ_WRITE);
        }
    }

    private void between(long earlier, long later, Kind kind) {
        if (writers.containsKey(earlier) && writers.containsKey(later)) {
            graph.edge(writers.get(earlier), writers.get(later), kind);
        }
    }
}
