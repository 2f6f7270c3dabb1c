package org.thetisdb.storage.isolation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.isolation.HistoryModel.Node;
import org.thetisdb.storage.isolation.HistoryModel.Relationship;
import org.thetisdb.storage.options.Isolation;

/** Runs random transactions on one of several threads, and keeps what they did. Belongs to its thread. */
final class ConcurrentClient {
    static final int GROUPS = 4;
    private static final int TRANSACTIONS = 120;

    private final IsolationGraph graph;
    private final Isolation isolation;
    private final Random random;
    private final AtomicInteger numbers;
    private final AtomicLong written;
    private final List<HistoryTransaction> ended = new ArrayList<>();

    ConcurrentClient(
            IsolationGraph graph, Isolation isolation, Random random, AtomicInteger numbers, AtomicLong written) {
        this.graph = graph;
        this.isolation = isolation;
        this.random = random;
        this.numbers = numbers;
        this.written = written;
    }

    /** The graph before the first transaction. */
    static HistoryModel model(IsolationGraph graph) {
        HistoryModel model = new HistoryModel();
        for (int index = 0; index < graph.nodes.length; index++) {
            model.nodes.put(
                    graph.nodes[index],
                    new Node(new TreeSet<>(Set.of(IsolationGraph.LABEL)), (long) index % GROUPS, List.of()));
        }
        return model;
    }

    List<HistoryTransaction> ended() {
        return ended;
    }

    void run() {
        for (int count = 0; count < TRANSACTIONS; count++) {
            GraphTransaction transaction = graph.begin(isolation);
            // The model is not known before all threads have ended: writes are played on it then.
            HistoryTransaction each = new HistoryTransaction(
                    numbers.incrementAndGet(), isolation, transaction, new HistoryModel(), 1 + random.nextInt(6));
            ended.add(each);
            IsolationGraph.isRefused(() -> play(each));
            transaction.close();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // More orders of the threads are met.
    private void play(HistoryTransaction each) {
        while (each.stepsLeft-- > 0) {
            if (random.nextInt(4) == 0) {
                Thread.yield();
            }
            step(each);
        }
        if (random.nextInt(10) > 0) {
            boolean writes = each.transaction.hasWrites();
            long revision = each.transaction.commit(Optional.empty());
            each.committed = true;
            each.revision = writes ? OptionalLong.of(revision) : OptionalLong.empty();
        }
    }

    private void step(HistoryTransaction each) {
        long node = graph.nodes[random.nextInt(graph.nodes.length)];
        switch (random.nextInt(12)) {
            case 0, 1 -> read(each, HistoryRead.log(node));
            case 2 -> read(each, HistoryRead.group(random.nextInt(GROUPS)));
            case 3 -> read(each, HistoryRead.list(node, Side.BOTH));
            case 4 -> read(each, random.nextInt(4) == 0 ? HistoryRead.scan() : HistoryRead.degree(node, Side.FORWARD));
            case 5, 6 -> append(each, node);
            case 7 -> {
                long group = random.nextInt(GROUPS);
                IsolationGraph.set(each.transaction, node, IsolationGraph.GROUP, group);
                write(each, "move", model -> model.change(node, before -> before.withGroup(group)));
            }
            case 8 -> {
                long group = (long) GROUPS + random.nextInt(GROUPS);
                long made = IsolationGraph.create(each.transaction, group, IsolationGraph.LABEL);
                write(
                        each,
                        "create",
                        model -> model.nodes.put(
                                made, new Node(new TreeSet<>(Set.of(IsolationGraph.LABEL)), group, List.of())));
            }
            case 9 -> deleteOneOf(each, read(each, HistoryRead.group(GROUPS + random.nextInt(GROUPS))));
            case 10 -> linkToOneOf(each, node, read(each, HistoryRead.group(GROUPS + random.nextInt(GROUPS))));
            default -> unlinkOneOf(each, read(each, HistoryRead.list(node, Side.FORWARD)));
        }
    }

    private List<Long> read(HistoryTransaction each, HistoryRead read) {
        try (GraphReader reader = each.transaction.snapshot().reader()) {
            Object answer = read.ofStore().apply(new HistoryRead.View(reader, IsolationGraph.groupIndex(reader)));
            each.actions.add(new HistoryTransaction.Read(read, answer));
            List<Long> numbers = new ArrayList<>();
            if (answer instanceof List<?> list) {
                list.forEach(number -> numbers.add((Long) number));
            }
            return numbers;
        }
    }

    private static void write(HistoryTransaction each, String name, java.util.function.Consumer<HistoryModel> effect) {
        each.actions.add(new HistoryTransaction.Write(name, effect));
    }

    private void append(HistoryTransaction each, long node) {
        List<Long> log = read(each, HistoryRead.log(node));
        long number = written.incrementAndGet();
        log.add(number);
        IsolationGraph.set(each.transaction, node, HistoryRead.LOG, List.copyOf(log));
        write(
                each,
                "append " + number + " " + node,
                model -> model.change(node, before -> {
                    List<Long> after = new ArrayList<>(before.log());
                    after.add(number);
                    return before.withLog(List.copyOf(after));
                }));
    }

    private void deleteOneOf(HistoryTransaction each, List<Long> nodes) {
        if (nodes.isEmpty()) {
            return;
        }
        long node = nodes.get(random.nextInt(nodes.size()));
        List<Long> gone = read(each, HistoryRead.list(node, Side.BOTH));
        each.transaction.deleteNode(node, true);
        write(each, "delete", model -> {
            gone.forEach(model::unlink);
            model.delete(node);
        });
    }

    private void linkToOneOf(HistoryTransaction each, long start, List<Long> nodes) {
        long end = nodes.isEmpty() ? graph.nodes[random.nextInt(graph.nodes.length)] : nodes.getFirst();
        String type = "T" + random.nextInt(3);
        long value = written.incrementAndGet();
        long made = each.transaction.createRelationship(
                start,
                each.transaction.type(type),
                end,
                new int[] {each.transaction.propertyKey(IsolationGraph.VALUE)},
                new Object[] {value});
        write(each, "link", model -> model.relationships.put(made, new Relationship(start, type, end, value)));
    }

    private void unlinkOneOf(HistoryTransaction each, List<Long> relationships) {
        if (!relationships.isEmpty()) {
            long relationship = relationships.get(random.nextInt(relationships.size()));
            each.transaction.deleteRelationship(relationship);
            write(each, "unlink", model -> model.unlink(relationship));
        }
    }

    // ---------------------------------------------------------------- afterwards

    /**
     * Plays the transactions that committed in the order of their revisions, and compares what all have read with the
     * revision that they began with; returns the graph that comes out.
     */
    static HistoryModel verify(List<HistoryTransaction> ended, long firstRevision, HistoryModel first) {
        TreeMap<Long, HistoryModel> revisions = new TreeMap<>();
        revisions.put(firstRevision, first);
        ended.stream()
                .filter(each -> each.revision.isPresent())
                .sorted(Comparator.comparingLong(each -> each.revision.getAsLong()))
                .forEach(each -> {
                    HistoryModel next = revisions.lastEntry().getValue().copy();
                    each.replay(next);
                    if (revisions.put(each.revision.getAsLong(), next) != null) {
                        throw new AssertionError("given twice: revision=" + each.revision.getAsLong());
                    }
                });
        ended.forEach(each -> verifySnapshot(each, revisions));
        return revisions.lastEntry().getValue();
    }

    private static void verifySnapshot(HistoryTransaction each, TreeMap<Long, HistoryModel> revisions) {
        long begun = each.transaction.snapshot().revision();
        HistoryModel view = revisions.floorEntry(begun).getValue().copy();
        for (HistoryTransaction.Action action : each.actions) {
            switch (action) {
                case HistoryTransaction.Write write -> write.effect().accept(view);
                case HistoryTransaction.Read read -> {
                    Object expected = read.read().ofModel().apply(view);
                    if (!expected.equals(read.answer())) {
                        throw new AssertionError("not what the snapshot shows: transaction=" + each.number
                                + ", revision=" + begun + ", read="
                                + read.read().name() + ", answer="
                                + read.answer() + ", expected=" + expected);
                    }
                }
            }
        }
    }
}
