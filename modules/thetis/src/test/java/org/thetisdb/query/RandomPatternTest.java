package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ThetisException;

/** Random patterns over random graphs: the engine must count what trying all walks counts. */
class RandomPatternTest {
    private static final int GRAPH_COUNT = 12;
    private static final int QUERY_COUNT = 60;
    private static final List<String> TYPES = List.of("R", "S", "T");
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

    /** One relationship pattern; {@code longest} is 1 for a single relationship, else walks of 1 to that many. */
    private record Hop(String left, String right, int direction, Set<String> types, int longest) {
        String text() {
            String kinds = types.isEmpty() ? "" : ":" + String.join("|", types);
            String inner = kinds + (longest == 1 ? "" : "*1.." + longest);
            String arrow = inner.isEmpty() ? "-" : "[" + inner + "]-";
            return (direction < 0 ? "<-" : "-")
                    + (inner.isEmpty() ? "-" : arrow)
                    + (direction > 0 ? ">" : "")
                    + "(" + right + ")";
        }
    }

    /**
     * Patterns of one MATCH, the label that each variable must have, if any, and which must not be the same node, and
     * not joined.
     */
    private record Clause(
            boolean optional,
            List<Hop> hops,
            Map<String, String> labels,
            Map<String, String> different,
            List<Hop> missing) {
        String text() {
            List<String> parts = new ArrayList<>();
            hops.forEach(hop -> parts.add("(" + hop.left() + ")" + hop.text()));
            List<String> conditions = new ArrayList<>();
            labels.forEach((name, label) -> conditions.add(name + ":" + label));
            different.forEach((name, other) -> conditions.add(name + " <> " + other));
            missing.forEach(hop -> conditions.add("NOT (" + hop.left() + ")" + hop.text()));
            return (optional ? "OPTIONAL MATCH " : "MATCH ")
                    + String.join(", ", parts)
                    + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
        }
    }

    @TempDir
    Path folder;

    @Test
    void count_ofRandomPatterns_equalsThatOfTryingAll() {
        long seed = Long.getLong("thetis.seed", new Random().nextLong());
        Random random = new Random(seed);
        try (TestDatabases databases = new TestDatabases(folder)) {
            for (int graph = 0; graph < GRAPH_COUNT; graph++) {
                GraphModel model = graph(random);
                TestConfiguration configuration = TestConfiguration.ALL.get(graph % TestConfiguration.ALL.size());
                try (TestDatabase database = databases.fresh(model, configuration)) {
                    for (int query = 0; query < QUERY_COUNT; query++) {
                        check(database, model, random, seed);
                    }
                }
            }
        }
    }

    private static void check(TestDatabase database, GraphModel model, Random random, long seed) {
        List<Clause> clauses = new ArrayList<>();
        List<String> names = new ArrayList<>(NAMES.subList(0, 1));
        int clauseCount = 1 + random.nextInt(2);
        for (int clause = 0; clause < clauseCount; clause++) {
            clauses.add(clause(random, clause > 0 && random.nextInt(3) == 0, names));
        }
        StringBuilder text = new StringBuilder();
        clauses.forEach(clause -> text.append(clause.text()).append('\n'));
        String counted = random.nextBoolean() ? "*" : names.get(random.nextInt(names.size()));
        text.append("RETURN count(").append(counted).append(") AS count");
        long expected = count(model, clauses, 0, new HashMap<>(), counted);
        String replay = "-Dthetis.seed=%s%n%s".formatted(seed, text);
        try {
            assertThat(database.run(text.toString(), Map.of()).rows())
                    .as(replay)
                    .containsExactly(List.of(expected));
        } catch (ThetisException refused) {
            throw new AssertionError(replay, refused);
        }
    }

    private static GraphModel graph(Random random) {
        GraphModel model = new GraphModel();
        for (int index = 0; index < 9; index++) {
            GraphModel.Node node = new GraphModel.Node();
            if (random.nextBoolean()) {
                node.labels.add("A");
            }
            if (random.nextInt(3) == 0) {
                node.labels.add("B");
            }
            model.nodes.add(node);
        }
        for (int index = 0; index < 16; index++) {
            model.relationships.add(new GraphModel.Relationship(
                    TYPES.get(random.nextInt(3)),
                    model.nodes.get(random.nextInt(9)),
                    model.nodes.get(random.nextInt(9)),
                    Map.of()));
        }
        return model;
    }

    /** A clause whose hops hang together with those before and now and then close a cycle. */
    private static Clause clause(Random random, boolean optional, List<String> names) {
        List<Hop> hops = new ArrayList<>();
        Map<String, String> labels = new HashMap<>();
        Map<String, String> different = new HashMap<>();
        List<Hop> missing = new ArrayList<>();
        int hopCount = 1 + random.nextInt(3);
        for (int index = 0; index < hopCount; index++) {
            String left = names.get(random.nextInt(names.size()));
            boolean fresh = names.size() < NAMES.size() && random.nextInt(3) > 0;
            String right = fresh ? NAMES.get(names.size()) : names.get(random.nextInt(names.size()));
            if (fresh) {
                names.add(right);
            }
            Set<String> types = new HashSet<>();
            if (random.nextBoolean()) {
                types.add(TYPES.get(random.nextInt(3)));
                types.add(TYPES.get(random.nextInt(3)));
            }
            int longest = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
            hops.add(new Hop(left, right, random.nextInt(3) - 1, types, longest));
            if (random.nextInt(3) == 0) {
                labels.put(right, random.nextBoolean() ? "A" : "B");
            }
            if (random.nextInt(4) == 0) {
                different.put(right, names.get(random.nextInt(names.size())));
            }
            if (random.nextInt(5) == 0) {
                String other = names.get(random.nextInt(names.size()));
                Set<String> kinds = random.nextBoolean() ? Set.of() : Set.of(TYPES.get(random.nextInt(3)));
                missing.add(new Hop(other, right, random.nextInt(3) - 1, kinds, 1));
            }
        }
        return new Clause(optional, hops, labels, different, missing);
    }

    /** @param counted {@code *}, or the variable whose values count */
    private static long count(
            GraphModel model, List<Clause> clauses, int clause, Map<String, GraphModel.Node> bound, String counted) {
        if (clause == clauses.size()) {
            return counted.equals("*") || bound.containsKey(counted) ? 1 : 0;
        }
        List<Clause> upToHere = clauses.subList(0, clause + 1);
        boolean isEmpty =
                clauses.get(clause).optional() && walk(model, upToHere, clause, 0, bound, new HashSet<>(), "*") == 0;
        return isEmpty
                ? count(model, clauses, clause + 1, bound, counted)
                : walk(model, clauses, clause, 0, bound, new HashSet<>(), counted);
    }

    @SuppressWarnings("ReferenceEquality") // The very same node is meant.
    private static long walk(
            GraphModel model,
            List<Clause> clauses,
            int clause,
            int index,
            Map<String, GraphModel.Node> bound,
            Set<GraphModel.Relationship> used,
            String counted) {
        Clause current = clauses.get(clause);
        if (index == current.hops().size()) {
            boolean labelled = current.labels().entrySet().stream()
                    .allMatch(each -> bound.get(each.getKey()).labels.contains(each.getValue()));
            boolean different = current.different().entrySet().stream()
                    .allMatch(each -> bound.get(each.getKey()) != bound.get(each.getValue()));
            boolean apart = current.missing().stream().noneMatch(each -> joined(model, each, bound));
            return labelled && different && apart ? count(model, clauses, clause + 1, bound, counted) : 0;
        }
        Hop hop = current.hops().get(index);
        long count = 0;
        boolean known = bound.containsKey(hop.left());
        for (GraphModel.Node start : known ? List.of(bound.get(hop.left())) : model.nodes) {
            bound.put(hop.left(), start);
            count += steps(model, clauses, clause, index, hop, start, 1, bound, used, counted);
        }
        if (!known) {
            bound.remove(hop.left());
        }
        return count;
    }

    @SuppressWarnings("ReferenceEquality") // The very same node is meant.
    private static boolean joined(GraphModel model, Hop hop, Map<String, GraphModel.Node> bound) {
        GraphModel.Node left = bound.get(hop.left());
        GraphModel.Node right = bound.get(hop.right());
        return model.relationships.stream()
                .filter(each -> hop.types().isEmpty() || hop.types().contains(each.type()))
                .anyMatch(each -> hop.direction() >= 0 && each.start() == left && each.end() == right
                        || hop.direction() <= 0 && each.start() == right && each.end() == left);
    }

    /** All ways to continue from {@code at} with the hop's {@code step}-th relationship. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static long steps(
            GraphModel model,
            List<Clause> clauses,
            int clause,
            int index,
            Hop hop,
            GraphModel.Node at,
            int step,
            Map<String, GraphModel.Node> bound,
            Set<GraphModel.Relationship> used,
            String counted) {
        long count = 0;
        for (GraphModel.Relationship each : model.relationships) {
            boolean wanted = hop.types().isEmpty() || hop.types().contains(each.type());
            if (!wanted || used.stream().anyMatch(other -> other == each)) {
                continue;
            }
            boolean forward = hop.direction() >= 0 && each.start() == at;
            boolean backward = hop.direction() <= 0 && each.end() == at && !(forward && each.start() == each.end());
            for (GraphModel.Node next : ends(each, forward, backward)) {
                Set<GraphModel.Relationship> more = Collections.newSetFromMap(new IdentityHashMap<>());
                more.addAll(used);
                more.add(each);
                GraphModel.Node right = bound.get(hop.right());
                if (right == null || right == next) {
                    bound.put(hop.right(), next);
                    count += walk(model, clauses, clause, index + 1, bound, more, counted);
                    if (right == null) {
                        bound.remove(hop.right());
                    }
                }
                if (step < hop.longest()) {
                    count += steps(model, clauses, clause, index, hop, next, step + 1, bound, more, counted);
                }
            }
        }
        return count;
    }

    private static List<GraphModel.Node> ends(GraphModel.Relationship each, boolean forward, boolean backward) {
        List<GraphModel.Node> ends = new ArrayList<>();
        if (forward) {
            ends.add(each.end());
        }
        if (backward) {
            ends.add(each.start());
        }
        return ends;
    }
}
