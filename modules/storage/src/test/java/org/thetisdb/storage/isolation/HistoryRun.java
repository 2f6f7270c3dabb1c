package org.thetisdb.storage.isolation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.isolation.DependencyGraph.Anomaly;
import org.thetisdb.storage.isolation.HistoryModel.Node;
import org.thetisdb.storage.isolation.HistoryModel.Relationship;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Some histories on one database: transactions whose steps are interleaved one by one, with checkpoints and restarts
 * between. Everything follows from the seed. Each read is compared with what its snapshot must show, each commit with
 * the serial order, and what is left at the end of a history with all ways to read it.
 *
 * <p>One thread.
 */
final class HistoryRun implements AutoCloseable {
    private static final int NODES_MAX = 10;
    private static final int GROUPS = 4;
    private static final int OPEN_MAX = 4;

    /** Counts, to see that the histories are worth something. */
    record Tally(int committed, int refused, int skewed, int checkpoints) {
        Tally plus(Tally other) {
            return new Tally(
                    committed + other.committed,
                    refused + other.refused,
                    skewed + other.skewed,
                    checkpoints + other.checkpoints);
        }
    }

    private final Random random;
    private final IsolationGraph graph;
    private final TreeMap<Long, HistoryModel> revisions = new TreeMap<>();
    private final List<HistoryTransaction> open = new ArrayList<>();
    private final List<HistoryTransaction> ended = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private Optional<HistoryRead.View> pooled = Optional.empty();
    private Optional<Isolation> isolation = Optional.empty();
    private long lastWritten;
    private int lastType;
    private Tally tally = new Tally(0, 0, 0, 0);

    HistoryRun(Path directory, long seed) {
        random = new Random(seed);
        graph = new IsolationGraph(directory, 6, GROUPS);
        HistoryModel model = new HistoryModel();
        for (int index = 0; index < graph.nodes.length; index++) {
            model.nodes.put(
                    graph.nodes[index],
                    new Node(new TreeSet<>(Set.of(IsolationGraph.LABEL)), (long) index % GROUPS, List.of()));
        }
        revisions.put(graph.store().revision(), model);
    }

    /** The steps of the history at hand. */
    List<String> steps() {
        return steps;
    }

    Tally tally() {
        return tally;
    }

    // ---------------------------------------------------------------- a history

    /** Runs some transactions until all have ended; checks all that they saw and left. */
    void history() {
        steps.clear();
        ended.clear();
        int kind = random.nextInt(3);
        isolation = kind == 2 ? Optional.empty() : Optional.of(Isolation.values()[kind]);
        int checkpointPercent = random.nextInt(4) == 0 ? 12 : 1;
        int toBegin = 3 + random.nextInt(6);
        int number = 0;
        while (number < toBegin || !open.isEmpty()) {
            if (number < toBegin && (open.isEmpty() || open.size() < OPEN_MAX && random.nextInt(3) == 0)) {
                begin(number++);
            } else if (random.nextInt(100) < checkpointPercent) {
                steps.add("checkpoint");
                graph.store().checkpoint();
                tally = tally.plus(new Tally(0, 0, 0, 1));
            } else {
                step(open.get(random.nextInt(open.size())));
            }
        }
        requirePermittedCycles();
        compareAll(graph.store().snapshot(), newest());
    }

    /** At the end of all histories: restarts, reads old revisions, verifies the files. */
    void finish() {
        letGo();
        steps.add("reopen");
        graph.reopen();
        compareAll(graph.store().snapshot(), newest());
        List<Long> all = List.copyOf(revisions.keySet());
        for (int count = 0; count < 3; count++) {
            long revision = all.get(random.nextInt(all.size()));
            steps.add("revision " + revision);
            compareAll(graph.store().snapshot(revision), revisions.get(revision));
        }
        letGo();
        List<?> findings = graph.store().check((done, total) -> {}).findings();
        if (!findings.isEmpty()) {
            throw new AssertionError("findings: " + findings);
        }
    }

    private HistoryModel newest() {
        return revisions.lastEntry().getValue();
    }

    private void begin(int number) {
        Isolation chosen = isolation.orElse(Isolation.values()[random.nextInt(2)]);
        GraphTransaction transaction = graph.begin(chosen);
        long revision = transaction.snapshot().revision();
        if (revision != revisions.lastKey()) {
            throw new AssertionError("begins with revision " + revision + " instead of " + revisions.lastKey());
        }
        open.add(new HistoryTransaction(
                number, chosen, transaction, newest().copy(), 2 + random.nextInt(random.nextInt(4) == 0 ? 14 : 6)));
        steps.add("begin " + number + " " + chosen);
    }

    private void step(HistoryTransaction each) {
        try {
            if (each.stepsLeft-- > 0) {
                if (random.nextInt(2) == 0) {
                    read(each, anyRead(each.view));
                } else {
                    write(each);
                }
            } else if (random.nextInt(8) == 0) {
                steps.add(each.number + " rolls back");
                end(each);
            } else {
                commit(each);
            }
        } catch (ThetisException refused) {
            steps.add(each.number + " is refused: " + refused.code());
            boolean isConnected = refused.code() == ErrorCode.NODE_STILL_CONNECTED;
            if (isConnected
                    ? each.transaction.hasWrites() && isWhole(each.view)
                    : refused.code() != ErrorCode.TRANSACTION_CONFLICT) {
                throw refused;
            }
            tally = tally.plus(new Tally(0, 1, 0, 0));
            end(each);
        }
    }

    private static boolean isWhole(HistoryModel model) {
        return model.relationships.values().stream()
                .allMatch(each -> model.nodes.containsKey(each.start()) && model.nodes.containsKey(each.end()));
    }

    private void end(HistoryTransaction each) {
        each.transaction.close();
        open.remove(each);
        ended.add(each);
    }

    private void commit(HistoryTransaction each) {
        steps.add(each.number + " commits");
        boolean writes = each.transaction.hasWrites();
        long revision = each.transaction.commit(Optional.empty());
        each.committed = true;
        if (writes) {
            if (revision != revisions.lastKey() + 1) {
                throw new AssertionError("revision " + revision + " after " + revisions.lastKey());
            }
            HistoryModel next = newest().copy();
            each.replay(next);
            each.revision = OptionalLong.of(revision);
            revisions.put(revision, next);
        }
        tally = tally.plus(new Tally(1, 0, 0, 0));
        end(each);
    }

    // ---------------------------------------------------------------- reads

    private Object read(HistoryTransaction each, HistoryRead read) {
        Object answer = ask(each.transaction.snapshot(), read);
        steps.add(each.number + " reads " + read.name() + ": " + answer);
        Object expected = read.ofModel().apply(each.view);
        if (!answer.equals(expected)) {
            throw new AssertionError("not what the snapshot shows: transaction=" + each.number + ", read=" + read.name()
                    + ", answer=" + answer + ", expected=" + expected);
        }
        each.actions.add(new HistoryTransaction.Read(read, answer));
        return answer;
    }

    /** Asks with a reader that is moved from transaction to transaction, or with a new one. */
    private Object ask(Snapshot snapshot, HistoryRead read) {
        if (random.nextInt(4) == 0) {
            try (GraphReader reader = snapshot.reader()) {
                return read.ofStore().apply(new HistoryRead.View(reader, IsolationGraph.groupIndex(reader)));
            }
        }
        if (pooled.isPresent() && !pooled.get().reader().move(snapshot)) {
            letGo();
        }
        if (pooled.isEmpty()) {
            GraphReader reader = snapshot.reader();
            pooled = Optional.of(new HistoryRead.View(reader, IsolationGraph.groupIndex(reader)));
        }
        Object answer = read.ofStore().apply(pooled.get());
        pooled.get().reader().refresh();
        return answer;
    }

    private void letGo() {
        pooled.ifPresent(view -> view.reader().close());
        pooled = Optional.empty();
    }

    private HistoryRead anyRead(HistoryModel model) {
        long node = node(model);
        Side side = Side.values()[random.nextInt(3)];
        return switch (random.nextInt(20)) {
            case 0 -> HistoryRead.list(node, side);
            case 1 -> HistoryRead.list(node, side, "T" + random.nextInt(lastType + 2));
            case 2 -> HistoryRead.degree(node, side);
            case 3 -> HistoryRead.between(node, node(model));
            case 4 -> HistoryRead.relationship(relationship());
            case 5 -> HistoryRead.group(random.nextInt(GROUPS + 1));
            case 6 -> HistoryRead.groups(random.nextInt(GROUPS), GROUPS);
            case 7 -> HistoryRead.scan();
            case 8 -> HistoryRead.scan(random.nextInt(GROUPS + 1));
            case 9 -> HistoryRead.node(node);
            default -> HistoryRead.log(node);
        };
    }

    /** A node of the model; now and then one that is not there. */
    private long node(HistoryModel model) {
        if (model.nodes.isEmpty() || random.nextInt(16) == 0) {
            return random.nextInt(20);
        }
        return pick(model.nodes);
    }

    /** A relationship that some model has or had. */
    private long relationship() {
        HistoryModel some = revisions.get(pick(revisions.tailMap(revisions.lastKey() - 8)));
        return some.relationships.isEmpty() ? 0 : pick(some.relationships);
    }

    private long pick(Map<Long, ?> map) {
        List<Long> keys = List.copyOf(map.keySet());
        return keys.get(random.nextInt(keys.size()));
    }

    // ---------------------------------------------------------------- writes

    private void write(HistoryTransaction each) {
        HistoryModel model = each.view;
        if (model.nodes.size() < 3) {
            create(each);
            return;
        }
        long node = pick(model.nodes);
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> append(each, node);
            case 5, 6 -> moveToGroup(each, node);
            case 7 -> {
                if (model.nodes.size() < NODES_MAX) {
                    create(each);
                }
            }
            case 8 -> relabel(each, node);
            case 9 -> delete(each, node);
            case 10, 11, 12 -> link(each, node, pick(model.nodes));
            case 13, 14 -> {
                if (!model.relationships.isEmpty()) {
                    unlink(each, pick(model.relationships));
                }
            }
            default -> {
                if (!model.relationships.isEmpty()) {
                    setValue(each, pick(model.relationships));
                }
            }
        }
    }

    private void append(HistoryTransaction each, long node) {
        List<Long> log = new ArrayList<>();
        for (Object number : (List<?>) read(each, HistoryRead.log(node))) {
            log.add((Long) number);
        }
        long number = ++lastWritten;
        log.add(number);
        steps.add(each.number + " appends " + number + " to " + node);
        IsolationGraph.set(each.transaction, node, HistoryRead.LOG, List.copyOf(log));
        each.wrote(
                "append " + number + " " + node,
                model -> model.change(node, before -> {
                    List<Long> after = new ArrayList<>(before.log());
                    after.add(number);
                    return before.withLog(List.copyOf(after));
                }));
    }

    private void moveToGroup(HistoryTransaction each, long node) {
        Long group = random.nextInt(6) == 0 ? null : Long.valueOf(random.nextInt(GROUPS));
        steps.add(each.number + " moves " + node + " to group " + group);
        IsolationGraph.set(each.transaction, node, IsolationGraph.GROUP, group);
        each.wrote("move", model -> model.change(node, before -> before.withGroup(group)));
    }

    private TreeSet<String> labels() {
        TreeSet<String> labels = new TreeSet<>();
        if (random.nextInt(4) > 0) {
            labels.add(IsolationGraph.LABEL);
        }
        if (random.nextInt(3) == 0) {
            labels.add("Red");
        }
        return labels;
    }

    private void create(HistoryTransaction each) {
        TreeSet<String> labels = labels();
        long group = random.nextInt(GROUPS);
        long node = IsolationGraph.create(each.transaction, group, labels.toArray(String[]::new));
        steps.add(each.number + " makes " + node + " " + labels + " in group " + group);
        each.wrote("create", model -> model.nodes.put(node, new Node(labels, group, List.of())));
    }

    private void relabel(HistoryTransaction each, long node) {
        TreeSet<String> labels = labels();
        steps.add(each.number + " labels " + node + " " + labels);
        IsolationGraph.relabel(each.transaction, node, labels.toArray(String[]::new));
        each.wrote("relabel", model -> model.change(node, before -> before.withLabels(labels)));
    }

    private void delete(HistoryTransaction each, long node) {
        boolean detach = random.nextInt(4) > 0;
        List<Long> gone = detach ? each.view.relationshipsWith(found -> found.isAt(node, Side.BOTH)) : List.of();
        steps.add(each.number + " deletes " + node + " and " + gone);
        long count = each.transaction.deleteNode(node, detach);
        if (count != gone.size()) {
            throw new AssertionError("deleted " + count + " relationships instead of " + gone);
        }
        each.wrote("delete", model -> {
            gone.forEach(model::unlink);
            model.delete(node);
        });
    }

    private void link(HistoryTransaction each, long start, long end) {
        if (random.nextInt(40) == 0) {
            lastType++;
        }
        String type = "T" + random.nextInt(lastType + 1);
        long value = ++lastWritten;
        steps.add(each.number + " links " + start + " to " + end + " by " + type);
        long made = each.transaction.createRelationship(
                start,
                each.transaction.type(type),
                end,
                new int[] {each.transaction.propertyKey(IsolationGraph.VALUE)},
                new Object[] {value});
        steps.add(each.number + " has made relationship " + made);
        each.wrote("link", model -> model.relationships.put(made, new Relationship(start, type, end, value)));
    }

    private void unlink(HistoryTransaction each, long relationship) {
        steps.add(each.number + " deletes relationship " + relationship);
        each.transaction.deleteRelationship(relationship);
        each.wrote("unlink", model -> model.unlink(relationship));
    }

    private void setValue(HistoryTransaction each, long relationship) {
        long value = ++lastWritten;
        steps.add(each.number + " sets relationship " + relationship + " to " + value);
        each.transaction.setRelationshipProperties(
                relationship, new int[] {each.transaction.propertyKey(IsolationGraph.VALUE)}, new Object[] {value});
        each.wrote("set", model -> {
            Relationship before = model.relationships.get(relationship);
            if (before == null) {
                throw new AssertionError("written, though it was deleted: relationship=" + relationship);
            }
            model.relationships.put(relationship, new Relationship(before.start(), before.type(), before.end(), value));
        });
    }

    // ---------------------------------------------------------------- checks

    private void requirePermittedCycles() {
        DependencyGraph dependencies = HistoryDependencies.of(ended);
        Set<Anomaly> anomalies = dependencies.anomalies();
        boolean isSkewed = anomalies.equals(Set.of(Anomaly.G2));
        if (isSkewed) {
            tally = tally.plus(new Tally(0, 0, 1, 0));
        }
        boolean isPermitted = anomalies.isEmpty() || isSkewed && !isolation.equals(Optional.of(Isolation.SERIALIZABLE));
        if (!isPermitted) {
            throw new AssertionError("cycles: " + anomalies + " in " + dependencies);
        }
    }

    private void compareAll(Snapshot snapshot, HistoryModel model) {
        List<HistoryRead> all = new ArrayList<>(List.of(HistoryRead.scan(), HistoryRead.groups(0, GROUPS)));
        for (int group = 0; group < GROUPS; group++) {
            all.add(HistoryRead.group(group));
            all.add(HistoryRead.scan(group));
        }
        model.nodes.keySet().forEach(node -> {
            all.add(HistoryRead.node(node));
            for (Side side : Side.values()) {
                all.add(HistoryRead.list(node, side));
                all.add(HistoryRead.degree(node, side));
            }
        });
        model.relationships.keySet().forEach(relationship -> all.add(HistoryRead.relationship(relationship)));
        for (HistoryRead read : all) {
            Object answer = ask(snapshot, read);
            Object expected = read.ofModel().apply(model);
            if (!answer.equals(expected)) {
                throw new AssertionError(
                        "in the end, read=" + read.name() + ", answer=" + answer + ", expected=" + expected);
            }
        }
        HistoryCounts.compare(snapshot, model);
    }

    @Override
    public void close() {
        open.forEach(each -> each.transaction.close());
        letGo();
        graph.close();
    }
}
