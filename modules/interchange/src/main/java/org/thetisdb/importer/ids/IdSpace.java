package org.thetisdb.importer.ids;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One space of ids: in memory while the budget lasts, then as sorted runs on disk. See the package.
 *
 * <p>Order of calls: any number of {@link #reserve} and {@link #put}, then {@link #seal}, then {@link #resolve}.
 */
public final class IdSpace implements AutoCloseable {
    private final String name;
    private final IdType type;
    private final SpillArea area;
    private final int spillEntries;
    private final IdTable table;
    private final List<Path> runs = new ArrayList<>();
    private Optional<long[]> buffer = Optional.empty();
    private int bufferedEntries;
    private Optional<SortedIds> sorted = Optional.empty();
    private volatile boolean sealed;

    /** @param spillEntries entries that are gathered for one run once the space has left memory */
    public IdSpace(String name, IdType type, IdBudget budget, SpillArea area, int spillEntries) {
        this.name = name;
        this.type = type;
        this.area = area;
        this.spillEntries = spillEntries;
        table = new IdTable(type.keyWords(), budget);
    }

    public String name() {
        return name;
    }

    public IdType type() {
        return type;
    }

    /** Whether ids went to disk. */
    public synchronized boolean isSpilled() {
        return buffer.isPresent() || sorted.isPresent();
    }

    /**
     * Marks the rows whose key is in the space already or comes a second time in the batch, and keeps the places of the
     * others. Does nothing once the space is on disk: duplicates come out at {@link #seal} then.
     */
    public synchronized void reserve(KeyBatch keys, boolean[] duplicates) {
        for (int row = 0; row < keys.count() && !isSpilled(); row++) {
            IdTable.Outcome outcome = table.reserve(keys, row);
            duplicates[row] |= outcome == IdTable.Outcome.DUPLICATE;
            if (outcome == IdTable.Outcome.NO_MEMORY) {
                spill();
            }
        }
    }

    /**
     * Adds keys with their nodes.
     *
     * @param positions where each row is, returned by {@link #seal} for duplicates
     * @return the first row whose key is known to be a duplicate, or -1; the rows before it are added
     */
    public synchronized int put(KeyBatch keys, long[] nodes, long[] positions) {
        for (int row = 0; row < keys.count(); row++) {
            if (buffer.isEmpty()) {
                IdTable.Outcome outcome = table.put(keys, row, nodes[row]);
                if (outcome == IdTable.Outcome.ADDED) {
                    continue;
                }
                if (outcome == IdTable.Outcome.DUPLICATE) {
                    return row;
                }
                spill();
            }
            append(keys, row, nodes[row], positions[row]);
        }
        return -1;
    }

    private int entryWords() {
        return type.keyWords() + 2;
    }

    private void append(KeyBatch keys, int row, long node, long position) {
        long[] entries = buffer.orElseThrow();
        int word = bufferedEntries * entryWords();
        entries[word++] = keys.first[row];
        if (type.keyWords() == 2) {
            entries[word++] = keys.second[row];
        }
        entries[word++] = node;
        entries[word] = position;
        bufferedEntries++;
        if (bufferedEntries == spillEntries) {
            writeRun(entries, bufferedEntries);
            bufferedEntries = 0;
        }
    }

    /** Writes the table partition by partition, so that sorting needs little memory. */
    private void spill() {
        for (int partition = 0; partition < IdTable.PARTITION_COUNT; partition++) {
            long[] entries = table.takeEntries(partition);
            writeRun(entries, entries.length / entryWords());
        }
        buffer = Optional.of(new long[spillEntries * entryWords()]);
    }

    private void writeRun(long[] entries, int count) {
        if (count == 0) {
            return;
        }
        int[] order = EntryOrder.sorted(entries, entryWords(), type.keyWords(), count);
        RunWriter writer = new RunWriter(area);
        try (writer) {
            for (int entry : order) {
                writer.write(entries, entry * entryWords(), entryWords());
            }
        }
        runs.add(writer.path());
    }

    /**
     * Ends the filling; to be called once by one thread.
     *
     * @param duplicates hears of each row whose key came before
     */
    public synchronized void seal(DuplicateListener duplicates) {
        if (buffer.isPresent()) {
            writeRun(buffer.get(), bufferedEntries);
            buffer = Optional.empty();
            List<Path> few = RunMerge.reduce(area, runs, entryWords(), type.keyWords());
            SortedIds.Builder builder = new SortedIds.Builder(area, type.keyWords(), duplicates);
            RunMerge.merge(area, few, entryWords(), type.keyWords(), builder::add);
            sorted = Optional.of(builder.build());
            runs.clear();
        }
        sealed = true;
    }

    /** Whether every id is in and may be looked up. */
    public boolean isSealed() {
        return sealed;
    }

    /** Sets {@code nodes} to the nodes with these keys, -1 where there is none or no key. */
    public void resolve(KeyBatch keys, long[] nodes) {
        if (sorted.isPresent()) {
            sorted.get().resolve(keys, nodes);
            return;
        }
        for (int row = 0; row < keys.count(); row++) {
            nodes[row] = keys.isAbsent(row) ? -1 : table.find(keys, row);
        }
    }

    @Override
    public void close() {
        sorted.ifPresent(SortedIds::close);
    }
}
