package org.thetisdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * The rows of a statement that is not completed, and all that they hold: the cursor with its plan, the snapshot, the
 * transaction, a reader of entities. A {@link Result} lets go of it when the statement is completed.
 *
 * <p>Belongs to the session's thread, but for {@link #cancel}; most methods run between {@link Session#enter} and
 * {@link Session#leave} only.
 */
final class OpenRows {
    private final Session session;
    private final Optional<Transaction> transaction;
    private final Supplier<Snapshot> snapshot;
    private final Optional<Snapshot> own;
    private final ResultCursor cursor;
    private final Columns columns;
    private boolean batchHasReferences;
    private Optional<EntityReader> entities = Optional.empty();

    /**
     * Takes its rows from a cursor, which is closed with it.
     *
     * @param transaction to which it belongs
     * @param snapshot gives what the cursor reads, which is another one after it has committed on its way
     * @param own the snapshot that nobody else uses, if it is not that of the session or the transaction
     */
    OpenRows(
            Session session,
            Optional<Transaction> transaction,
            Supplier<Snapshot> snapshot,
            Optional<Snapshot> own,
            ResultCursor cursor) {
        this.session = session;
        this.transaction = transaction;
        this.snapshot = snapshot;
        this.own = own;
        this.cursor = cursor;
        this.columns = new Columns(cursor.columns());
    }

    Session session() {
        return session;
    }

    Columns columns() {
        return columns;
    }

    /** Where it is written down that they are open. */
    OpenResults siblings() {
        return transaction.map(Transaction::openResults).orElseGet(session::openResults);
    }

    ResultScope scope() {
        return transaction.map(Transaction::scope).orElseGet(session::scope);
    }

    Optional<String> plan() {
        return cursor.plan();
    }

    /** What the statement did; to be asked when all rows were read. */
    ResultSummary summary() {
        return new ResultSummary(Counters.of(cursor.counters()), snapshot.get().revision(), cursor.notifications());
    }

    /** The transaction that an error ends. */
    void noteFailure(ThetisException failure) {
        transaction.ifPresent(owner -> owner.noteFailure(failure));
    }

    /** Any thread. */
    void cancel() {
        cursor.cancel();
    }

    /** Goes to the next batch that has rows, and returns how many these are; 0 at the end. */
    int nextBatch() {
        entities.ifPresent(EntityReader::refresh);
        while (cursor.next()) {
            if (cursor.rowCount() > 0) {
                batchHasReferences = hasReferences();
                return cursor.rowCount();
            }
        }
        return 0;
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

    /** Whether making records of the batch reads the graph. */
    boolean batchHasReferences() {
        return batchHasReferences;
    }

    /** A row's values as the cursor has them; touches the heap only. */
    Object[] values(int row) {
        Object[] values = new Object[columns.names().size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = cursor.column(index).valueAt(row);
        }
        return values;
    }

    /** A row's values with what nodes and relationships hold. */
    Object[] resolvedValues(int row) {
        EntityReader reader = entities();
        Object[] values = new Object[columns.names().size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = resolve(reader, cursor.column(index), row);
        }
        // The user may take a long time over this row: meanwhile it must hold up nobody's eviction.
        reader.refresh();
        return values;
    }

    private static Object resolve(EntityReader reader, Vector column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (column.kind()) {
            case NODE -> reader.node(column.longs()[row]);
            case RELATIONSHIP -> reader.relationship(column.longs()[row], column.longs2()[row], column.longs3()[row]);
            case OBJECT -> reader.resolve(column.objects()[row]);
            default -> column.valueAt(row);
        };
    }

    /**
     * Runs the statement to its end and makes records of all its rows. Entities are read when all is written, so that
     * each record shows the same state of them.
     */
    List<Record> readAll() {
        List<Object[]> rows = new ArrayList<>();
        for (int count = nextBatch(); count > 0; count = nextBatch()) {
            for (int row = 0; row < count; row++) {
                rows.add(values(row));
            }
        }
        List<Record> records = new ArrayList<>(rows.size());
        for (Object[] values : rows) {
            for (int index = 0; index < values.length; index++) {
                values[index] = entities().resolve(values[index]);
            }
            records.add(new Record(columns, values));
        }
        return records;
    }

    private EntityReader entities() {
        if (entities.isEmpty()) {
            entities = Optional.of(session.database().entityReaders().take(snapshot.get()));
        }
        return entities.get();
    }

    /** Lets go of everything. Does nothing the second time. */
    void close() {
        try {
            entities.ifPresent(session.database().entityReaders()::giveBack);
            entities = Optional.empty();
        } finally {
            try {
                cursor.close();
            } finally {
                own.ifPresent(Snapshot::release);
            }
        }
    }
}
