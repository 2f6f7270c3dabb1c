package org.thetisdb.session;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.entity.EntityForms;
import org.thetisdb.entity.EntityReader;
import org.thetisdb.entity.EntityReaders;
import org.thetisdb.entity.EntityRows;
import org.thetisdb.storage.Snapshot;

/**
 * The rows of a statement that is not completed, and all that they hold: the cursor with its plan, the snapshot, the
 * transaction, a reader of entities. A {@link ResultCore} drops it when the statement is completed.
 *
 * <p>Belongs to the session's thread, but for {@link #cancel}; most methods run between {@link Activity#enter} and
 * {@link Activity#leave} only.
 */
final class OpenRows {
    private final OngoingTransaction transaction;
    private final EntityReaders readers;
    private final EntityMaker maker;
    private final Supplier<Snapshot> snapshot;
    private final boolean ownsSnapshot;
    private final ResultCursor cursor;
    private final Columns columns;
    private final KeptRows.Limits limits;
    private boolean batchHasReferences;
    private Optional<Resolving> entities = Optional.empty();
    private Optional<Resolving> forms = Optional.empty();

    /** What reads entities, and the batch's rows with them. */
    private record Resolving(EntityReader reader, EntityRows rows) {}

    /**
     * Takes its rows from a cursor, which is closed with it.
     *
     * @param transaction that the statement belongs to
     * @param snapshot gives what the cursor reads, which is another one after it has committed on its way
     * @param limits of what is kept of its rows
     * @param ownsSnapshot whether nobody else uses it: it is not that of the session or the transaction
     */
    OpenRows(
            OngoingTransaction transaction,
            EntityReaders readers,
            EntityMaker maker,
            KeptRows.Limits limits,
            Supplier<Snapshot> snapshot,
            boolean ownsSnapshot,
            ResultCursor cursor) {
        this.transaction = transaction;
        this.readers = readers;
        this.maker = maker;
        this.limits = limits;
        this.snapshot = snapshot;
        this.ownsSnapshot = ownsSnapshot;
        this.cursor = cursor;
        this.columns = new Columns(cursor.columns());
    }

    /** The transaction that the statement belongs to. */
    OngoingTransaction transaction() {
        return transaction;
    }

    /** What it reads. */
    Snapshot snapshot() {
        return snapshot.get();
    }

    /** What its operators keep, in bytes; any thread. */
    long memoryBytes() {
        return cursor.memoryBytes();
    }

    Columns columns() {
        return columns;
    }

    Optional<String> plan() {
        return cursor.plan();
    }

    /** What the statement did; to be asked when all rows were read. */
    StatementSummary summary() {
        return new StatementSummary(
                cursor.counters(),
                snapshot.get().revision(),
                cursor.notifications(),
                cursor.peakBytes(),
                cursor.spilledBytes());
    }

    /** Any thread. */
    void cancel() {
        cursor.cancel();
    }

    /** Goes to the next batch that has rows, and returns how many these are; 0 at the end. */
    int nextBatch() {
        entities.ifPresent(each -> each.reader().refresh());
        forms.ifPresent(each -> each.reader().refresh());
        while (cursor.next()) {
            if (cursor.rowCount() > 0) {
                batchHasReferences = hasReferences();
                entities.ifPresent(this::begin);
                forms.ifPresent(this::begin);
                return cursor.rowCount();
            }
        }
        batchHasReferences = false;
        return 0;
    }

    private void begin(Resolving resolving) {
        resolving.rows().begin(cursor::column, cursor.rowCount());
    }

    private boolean hasReferences() {
        for (int index = 0; index < columns.names().size(); index++) {
            switch (cursor.column(index).kind()) {
                case NODE, RELATIONSHIP, OBJECT -> {
                    return true;
                }
                default -> {}
            }
        }
        return false;
    }

    /** Whether the batch is one row, and the last. */
    boolean isOnlyRow() {
        return cursor.rowCount() == 1 && cursor.isLast();
    }

    /** The row of such a batch, with what nodes and relationships hold. */
    @Nullable
    Object[] onlyRow() {
        return resolvedValues(0);
    }

    /** Whether making a record of a row reads the graph. */
    boolean readsGraph(int row) {
        return batchHasReferences
                && !entities.map(each -> each.rows().isRead(row)).orElse(false);
    }

    /** A row's values as the cursor has them; touches the heap only. */
    @Nullable
    Object[] values(int row) {
        @Nullable Object[] values = new @Nullable Object[columns.names().size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = cursor.column(index).valueAt(row);
        }
        return values;
    }

    /** A row's values with what nodes and relationships hold; touches the heap only, unless it reads the graph. */
    @Nullable
    Object[] resolvedValues(int row) {
        return batchHasReferences ? resolvedValues(entities(), row) : values(row);
    }

    /** A row's values, in which entities are {@link EntityForms}. */
    @Nullable
    Object[] formsOfValues(int row) {
        return batchHasReferences ? resolvedValues(forms(), row) : values(row);
    }

    private @Nullable Object[] resolvedValues(Resolving resolving, int row) {
        boolean isRead = resolving.rows().isRead(row);
        @Nullable Object[] values = resolving.rows().values(row);
        if (!isRead) {
            // The user may take a long time over this row: meanwhile it must hold up nobody's eviction.
            resolving.reader().refresh();
        }
        return values;
    }

    /** About how many nodes and relationships a row of the batch refers to. */
    int entityCount() {
        return batchHasReferences ? columns.names().size() : 0;
    }

    /** Where rows that are read before they are wanted are kept. */
    KeptRows.Filling keeping() {
        return limits.begin(maker);
    }

    /**
     * Runs the statement to its end and returns the values of all its rows. Entities are read when all is written, so
     * that each row shows the same state of them: the first batch comes after the last write.
     */
    KeptRows readAll() {
        KeptRows.Filling rows = keeping();
        boolean complete = false;
        try {
            for (int count = nextBatch(); count > 0; count = nextBatch()) {
                for (int row = 0; row < count; row++) {
                    rows.add(rows.isSpooled() ? formsOfValues(row) : values(row), entityCount());
                }
            }
            for (Object[] values : rows.first()) {
                for (int index = 0; index < values.length; index++) {
                    values[index] = entities().reader().resolve(values[index]);
                }
            }
            KeptRows all = rows.finish();
            complete = true;
            return all;
        } finally {
            if (!complete) {
                rows.discard();
            }
        }
    }

    private Resolving entities() {
        if (entities.isEmpty()) {
            entities = Optional.of(resolving(maker));
        }
        return entities.get();
    }

    private Resolving forms() {
        if (forms.isEmpty()) {
            forms = Optional.of(resolving(new EntityForms()));
        }
        return forms.get();
    }

    private Resolving resolving(EntityMaker ofEntities) {
        EntityReader reader = readers.take(snapshot.get(), ofEntities);
        Resolving made =
                new Resolving(reader, new EntityRows(reader, columns.names().size()));
        if (batchHasReferences) {
            begin(made);
        }
        return made;
    }

    /** Frees everything, and ends the transaction that is of this result only. Does nothing the second time. */
    void close() {
        if (transaction.isOfOneResult()) {
            transaction.tryEnd();
        }
        try {
            entities.ifPresent(each -> readers.giveBack(each.reader()));
            entities = Optional.empty();
            forms.ifPresent(each -> readers.giveBack(each.reader()));
            forms = Optional.empty();
        } finally {
            try {
                cursor.close();
            } finally {
                if (ownsSnapshot) {
                    snapshot.get().release();
                }
            }
        }
    }
}
