package org.thetisdb.fuzz.life;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.load.LivedDatabase;
import org.thetisdb.fuzz.load.ThetisConfiguration;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Comparison;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.oracle.GraphShape;
import org.thetisdb.fuzz.oracle.ReferenceOracle;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.reference.graph.ReferenceGraph;

/** Lets the same happen to a database and to the model of it. One thread. */
final class LifePlayer implements AutoCloseable {
    private static final int SHOWN_COLOURS = 8;

    private final ReferenceOracle oracle = new ReferenceOracle(ThetisConfiguration.CLOCK);
    private final LivedDatabase database;
    private final ReferenceGraph graph;
    private final List<Remembered> past = new ArrayList<>();
    private final Set<LifeStep.Index> indexes = new HashSet<>();

    private record Remembered(long revision, ReferenceGraph graph) {}

    /**
     * A life that begins with a graph.
     *
     * @param folder gets the database's files, which go when this is closed
     * @param timeout of each statement
     */
    LifePlayer(Path folder, Duration timeout, FuzzGraph graph, long seed) {
        this.database = LivedDatabase.of(folder, timeout, graph, Math.floorMod(seed, 2) == 0, seed);
        this.graph = graph.graph().copy();
    }

    /** The graph as it should be; not to be changed. */
    ReferenceGraph graph() {
        return graph;
    }

    /** What differs after a step; empty if nothing. */
    Optional<Difference> play(LifeStep step) {
        try {
            Optional<Difference> difference = happen(step);
            return difference.isEmpty() && step.changes() ? compared("graph", graph, database.graph()) : difference;
        } catch (RuntimeException | AssertionError | StackOverflowError failure) {
            return Optional.of(difference(failure));
        }
    }

    /** What is wrong with the files, and with what is remembered, at the end. */
    Optional<Difference> end() {
        try {
            for (Remembered each : past) {
                Optional<Difference> difference =
                        compared("past graph", each.graph(), database.graphAt(each.revision()));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            List<String> findings = database.check();
            return findings.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Difference("check", String.join("\n", findings)));
        } catch (RuntimeException | AssertionError failure) {
            return Optional.of(difference(failure));
        }
    }

    private Optional<Difference> happen(LifeStep step) {
        return switch (step) {
            case LifeStep.Write write -> write(write);
            case LifeStep.Read read -> compared(read.query(), graph, () -> database.read(read.query()));
            case LifeStep.Remember remember -> {
                past.addFirst(new Remembered(database.revision(), graph.copy()));
                yield Optional.empty();
            }
            case LifeStep.ReadPast read -> {
                if (read.age() >= past.size()) {
                    yield Optional.empty();
                }
                Remembered then = past.get(read.age());
                yield compared(read.query(), then.graph(), () -> database.readAt(then.revision(), read.query()));
            }
            case LifeStep.Index index -> {
                database.run(indexes.remove(index) ? index.removal() : created(index));
                yield Optional.empty();
            }
            case LifeStep.Fill fill -> {
                database.fill(fill.label(), fill.checkpointed());
                yield Optional.empty();
            }
            case LifeStep.Checkpoint checkpoint -> {
                database.checkpoint();
                yield Optional.empty();
            }
            case LifeStep.Return back -> {
                comeBack(back);
                yield Optional.empty();
            }
        };
    }

    private String created(LifeStep.Index index) {
        indexes.add(index);
        return index.creation();
    }

    private void comeBack(LifeStep.Return step) {
        switch (step.way()) {
            case REOPENED -> database.reopen(step.seed());
            case CRASHED -> database.crash(step.seed());
            case RESTORED -> database.restore(step.seed());
        }
    }

    private Optional<Difference> write(LifeStep.Write write) {
        Answer expected = oracle.answer(write.query(), graph);
        if (expected instanceof Answer.Declined) {
            return Optional.empty();
        }
        Answer given = database.begin(write.query());
        Optional<Difference> difference = Comparison.of(write.query(), expected, given);
        boolean succeeded = expected instanceof Answer.Rows && given instanceof Answer.Rows;
        if (difference.isPresent() || !succeeded || write.ending() == LifeStep.Ending.ROLLBACK) {
            database.rollBack();
            return difference;
        }
        if (write.ending() == LifeStep.Ending.COMMIT_BEHIND_A_CHECKPOINT) {
            database.checkpoint();
        }
        database.commit();
        oracle.write(write.query(), graph);
        return Optional.empty();
    }

    /** What is too much for the model may be too much for the database, and is not asked. */
    private Optional<Difference> compared(FuzzQuery query, ReferenceGraph of, Supplier<Answer> given) {
        Answer expected = oracle.answer(query, of);
        return expected instanceof Answer.Declined ? Optional.empty() : Comparison.of(query, expected, given.get());
    }

    private static Optional<Difference> compared(String kind, ReferenceGraph expected, GraphShape given) {
        GraphShape wanted = ReferenceOracle.graph(expected);
        if (wanted.equals(given)) {
            return Optional.empty();
        }
        List<String> missing = without(wanted, given);
        List<String> surplus = without(given, wanted);
        return Optional.of(new Difference(
                kind, "missing: " + String.join("\n  ", missing) + "\nsurplus: " + String.join("\n  ", surplus)));
    }

    private static List<String> without(GraphShape all, GraphShape some) {
        List<String> left = new ArrayList<>(all.colours());
        some.colours().forEach(left::remove);
        return left.subList(0, Math.min(SHOWN_COLOURS, left.size()));
    }

    private static Difference difference(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            text.append(each);
            for (StackTraceElement element : each.getStackTrace()) {
                text.append("\n    at ").append(element);
            }
            text.append('\n');
        }
        return new Difference(failure.getClass().getSimpleName(), text.toString());
    }

    @Override
    public void close() {
        database.close();
    }
}
