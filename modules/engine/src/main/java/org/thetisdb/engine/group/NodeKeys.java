package org.thetisdb.engine.group;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Finds the groups of rows by nodes in place of these nodes' properties: the same node has the same name, so the name
 * is read, hashed and compared once for all rows of a node.
 *
 * <pre>
 *   MATCH (m:Message)-[:IS_LOCATED_IN]->(x:Country) RETURN x.name, m.creationDate.hour, count(*)
 *
 *   keys       x.name, hour
 *   stand-ins  x, hour ──► entries  0 1 0 2 …  ──► groups   the group of each entry, once known
 *                              └─ not known: keys of one row for each ──► GroupTable ──► its group
 * </pre>
 *
 * <p>Whether that pays is measured ({@link KeyTurns}); where nodes have few rows each, or their properties are long, it
 * is left after some rows. Groups, their order and what is kept of them are the table's business, whoever finds them.
 *
 * <p>Invariants: what is known of an entry holds for one view of the graph, and as long as the table of groups forgets
 * nothing; {@link #find} says no more than it can say again. Belongs to one worker.
 */
final class NodeKeys {
    /** With fewer rows there is nothing to win. */
    private static final int ROWS_MIN = 16;

    /** So many entries may be there whatever their rows, in a MiB or so, … */
    private static final int TRIED_ENTRIES = 1 << 15;

    /** … and more if each has so many rows, on the average. */
    private static final int ROWS_OF_ENTRY_MIN = 4;

    /** A node of a scan is in so many rows, on the average, or is left to its keys. */
    private static final int ROWS_OF_SCANNED_MIN = 4;

    /** Longer strings are not read for all entries of a batch at once, as may be needed when groups go to disk. */
    private static final int STRING_BYTES_MAX = 1 << 10;

    private static final int NOT_KNOWN = -1;

    /**
     * What stands for keys.
     *
     * @param nodes variables of nodes of which keys are properties, at least one
     * @param others keys that are something else, in their order
     */
    record StandIns(List<Expression> nodes, List<Expression> others) {
        /** Empty if no key is a node's property. */
        static Optional<StandIns> of(List<Expression> keys) {
            List<Expression> nodes = keys.stream()
                    .flatMap(key -> nodeOf(key).stream())
                    .distinct()
                    .toList();
            List<Expression> others = keys.stream()
                    .filter(key -> nodeOf(key).isEmpty() && !nodes.contains(key))
                    .toList();
            return nodes.isEmpty() ? Optional.empty() : Optional.of(new StandIns(nodes, others));
        }

        private static Optional<Expression> nodeOf(Expression key) {
            return key instanceof Expression.Property(Expression.Reference node, String ignored)
                            && node.variable().type().equals(CypherType.NODE)
                    ? Optional.of(node)
                    : Optional.empty();
        }

        /**
         * By key, the place of the stand-in that is the key itself, nodes first; -1 for properties of nodes.
         *
         * @param hasRow whether the outer row's number is a key before all others, and a stand-in before the others
         */
        int[] places(List<Expression> keys, boolean hasRow) {
            int first = nodes.size() + (hasRow ? 1 : 0);
            IntStream ofKeys = keys.stream()
                    .mapToInt(key -> others.contains(key) ? first + others.indexOf(key) : nodes.indexOf(key));
            return hasRow ? IntStream.concat(IntStream.of(nodes.size()), ofKeys).toArray() : ofKeys.toArray();
        }
    }

    private final Worker worker;
    private final Evaluator[] keys;
    private final AggregateSink.Work.StandIns given;
    private final Vector[] standIns;
    private final Vector[] keysOfNew;
    private final MemoryCharge charge;
    private final KeyTable table;
    private final SelectedRows newRows = new SelectedRows();
    private int[] entries = {};
    private int[] groupOfEntry = {};
    private int[] rowsOfNew = {};
    private int[] groupsOfNew = {};
    private int newCount;
    private int knownCount;
    private long rowCount;
    private long view;
    private int generation;
    private KeyTurns turns = new KeyTurns();
    private long findNanos;
    private boolean isInVain;

    /** @param share pays for what is known */
    NodeKeys(Worker worker, Evaluator[] keys, AggregateSink.Work.StandIns given, MemoryShare share) {
        this.worker = worker;
        this.keys = keys;
        this.given = given;
        standIns = new Vector[given.nodes().length + given.others().length];
        keysOfNew = new Vector[keys.length];
        charge = new MemoryCharge(worker, share);
        table = new KeyTable(standIns.length);
    }

    /**
     * Finds the entry of each row.
     *
     * @param newGeneration another number than before if groups have been forgotten
     * @return false if rows are better grouped by their keys
     */
    boolean find(Batch rows, int newGeneration) {
        int count = rows.count();
        if (isInVain || count < ROWS_MIN) {
            return false;
        }
        isInVain = turns.isDecidedForKeys();
        if (isInVain) {
            forget();
        }
        if (isInVain || !turns.isByNodes()) {
            return false;
        }
        long begun = System.nanoTime();
        boolean isFound = findByNodes(rows, newGeneration);
        findNanos = System.nanoTime() - begun;
        return isFound;
    }

    private boolean findByNodes(Batch rows, int newGeneration) {
        int count = rows.count();
        EvaluationContext context = worker.evaluation();
        if (generation != newGeneration || view != context.view()) {
            forget();
            generation = newGeneration;
            view = context.view();
        }
        int place = 0;
        for (Evaluator node : given.nodes()) {
            standIns[place] = node.evaluate(context, rows);
            if (!isWorthwhile(standIns[place++], count)) {
                return false;
            }
        }
        for (Evaluator other : given.others()) {
            standIns[place] = other.evaluate(context, rows);
            context.trace().copied(standIns[place++]);
        }
        findEntries(count);
        return !isInVain;
    }

    /** Whether these are nodes, and not each node of a scan once. */
    private static boolean isWorthwhile(Vector nodes, int count) {
        return nodes.kind() == VectorKind.NODE
                && (!nodes.isOfRange() || (long) nodes.range().length() * ROWS_OF_SCANNED_MIN <= count);
    }

    private void findEntries(int count) {
        entries = Vectors.room(entries, count);
        rowsOfNew = Vectors.room(rowsOfNew, count);
        table.findOrAdd(standIns, count, entries);
        rowCount += count;
        long bytes = table.bytes() + (long) Integer.BYTES * table.count();
        isInVain = hasManyEntries() || !charge.tryGrowTo(bytes);
        if (isInVain) {
            forget();
            return;
        }
        makeRoom();
        collectNew(count);
    }

    private boolean hasManyEntries() {
        return table.count() > TRIED_ENTRIES && rowCount < (long) ROWS_OF_ENTRY_MIN * table.count();
    }

    private void makeRoom() {
        int known = groupOfEntry.length;
        if (known < table.count()) {
            groupOfEntry = Arrays.copyOf(groupOfEntry, table.count() + table.count() / 2);
            Arrays.fill(groupOfEntry, known, groupOfEntry.length, NOT_KNOWN);
        }
    }

    /** Takes in what it took to find the groups of a batch by keys. */
    void noteByKeys(long nanos, int count) {
        if (!isInVain && count >= ROWS_MIN) {
            turns.addByKeys(nanos, count);
        }
    }

    /** A row for each entry whose group is not known. */
    private void collectNew(int count) {
        newCount = 0;
        if (knownCount == table.count()) {
            return;
        }
        for (int row = 0; row < count; row++) {
            int entry = entries[row];
            if (groupOfEntry[entry] == NOT_KNOWN) {
                groupOfEntry[entry] = NOT_KNOWN - 1;
                rowsOfNew[newCount++] = row;
            }
        }
        for (int index = 0; index < newCount; index++) {
            groupOfEntry[entries[rowsOfNew[index]]] = NOT_KNOWN;
        }
    }

    /** The keys that are to be looked up: of one row for each entry whose group is not known. */
    Vector[] keysOfNew(Batch rows) {
        EvaluationContext context = worker.evaluation();
        newRows.over(rows, rowsOfNew, newCount);
        for (int key = 0; key < keys.length; key++) {
            int place = given.places()[key];
            if (place >= 0) {
                Vector chosen = new Vector();
                chosen.choose(standIns[place], rowsOfNew, newCount);
                keysOfNew[key] = chosen;
            } else {
                keysOfNew[key] = keys[key].evaluate(context, newRows);
                context.trace().copied(keysOfNew[key]);
            }
        }
        return keysOfNew;
    }

    /** How many those are. */
    int newCount() {
        return newCount;
    }

    /** Has keys looked up, and writes the group of each row. */
    void assign(GroupTable groups, int count, int[] into) {
        if (newCount > 0) {
            groupsOfNew = Vectors.room(groupsOfNew, newCount);
            groups.findOrAdd(keysOfNew, newCount, groupsOfNew);
            for (int index = 0; index < newCount; index++) {
                groupOfEntry[entries[rowsOfNew[index]]] = groupsOfNew[index];
            }
            knownCount += newCount;
            isInVain = !areShort(keysOfNew);
        }
        long begun = System.nanoTime();
        for (int row = 0; row < count; row++) {
            into[row] = groupOfEntry[entries[row]];
        }
        turns.addByNodes(findNanos + System.nanoTime() - begun, count, newCount);
        if (isInVain) {
            forget();
        }
    }

    private static boolean areShort(Vector[] keys) {
        for (Vector key : keys) {
            if (key.kind() == VectorKind.OBJECT) {
                return false;
            }
            boolean isPlain = key.kind() == VectorKind.STRING && !key.isCoded();
            for (int row = 0; isPlain && row < key.count(); row++) {
                if (!key.isNull(row) && key.lengths()[row] > STRING_BYTES_MAX) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Forgets all groups, and releases what was charged for them. */
    void clear() {
        forget();
        isInVain = false;
        turns = new KeyTurns();
    }

    private void forget() {
        table.clear();
        groupOfEntry = new int[0];
        newCount = 0;
        knownCount = 0;
        rowCount = 0;
        charge.release();
    }
}
