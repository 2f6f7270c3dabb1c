package org.thetisdb.trigger;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.extension.TriggerExtension;
import org.thetisdb.engine.extension.TriggerTable;
import org.thetisdb.storage.ChangedGraph;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.value.ThetisException;

/**
 * Calls the triggers at the right moments of a session's transactions. Belongs to the session's thread; between
 * {@code Activity.enter} and {@code leave} only.
 */
public final class Triggers {
    private final TriggerHost host;
    private final RunOptions runOptions;

    /** Does something that others can end. */
    @FunctionalInterface
    public interface Stopping {
        /** Runs work, during which the signal is what ends the session's work. */
        void run(StopSignal stop, Runnable work);
    }

    /** @param runOptions what each call may use */
    public Triggers(TriggerHost host, RunOptions runOptions) {
        this.host = host;
        this.runOptions = runOptions;
    }

    private TriggerTable table() {
        return host.engine().get().triggers();
    }

    /** A statement begins in a transaction. */
    public void beforeStatement(GraphTransaction transaction) {
        if (!table().statement().isEmpty()) {
            transaction.mark();
        }
    }

    /**
     * A statement has run to its end, or a part of it that is committed by itself.
     *
     * @throws ThetisException if a trigger does not want it
     */
    public void afterStatement(GraphTransaction transaction, Stopping stopping) {
        List<TriggerExtension> triggers = table().statement();
        if (!triggers.isEmpty() && transaction.hasWrites()) {
            callAll(triggers, transaction, transaction::changesSinceMark, stopping);
        }
    }

    /**
     * Commits a transaction, and tells whoever wants to know; returns the number of the revision.
     *
     * @param message kept with the revision
     * @param decided is run when nothing but the commit itself can fail any more
     * @throws ThetisException as {@link GraphTransaction#commit}, and if a trigger does not want it
     */
    public long commit(GraphTransaction transaction, Optional<String> message, Runnable decided, Stopping stopping) {
        TriggerTable table = table();
        boolean writes = transaction.hasWrites();
        if (writes) {
            table.requireComplete();
            callAll(table.commit(), transaction, transaction::changes, stopping);
            callAll(table.constraint(), transaction, transaction::changes, stopping);
        }
        if (!writes || table.committed().isEmpty()) {
            decided.run();
            return transaction.commit(message);
        }
        try (ChangedGraph changes = transaction.changes()) {
            decided.run();
            long revision = transaction.commit(message);
            table.committed().forEach(each -> tell(each, changes, revision, stopping));
            return revision;
        }
    }

    /** Each sees what those before it have written. */
    private void callAll(
            List<TriggerExtension> triggers,
            GraphTransaction transaction,
            Supplier<ChangedGraph> seen,
            Stopping stopping) {
        int index = 0;
        while (index < triggers.size()) {
            try (ChangedGraph changes = seen.get()) {
                boolean isUnchanged = true;
                for (; isUnchanged && index < triggers.size(); index++) {
                    isUnchanged = !call(triggers.get(index), transaction, changes, stopping);
                }
            }
        }
    }

    /** Returns whether it may have changed something. */
    private boolean call(
            TriggerExtension trigger, GraphTransaction transaction, ChangedGraph changes, Stopping stopping) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        long revision = transaction.snapshot().revision();
        TriggerCall call = new TriggerCall(
                host, runOptions, TriggerCall.Caller.of(trigger), Optional.of(transaction), revision, stop);
        stopping.run(stop, () -> call(trigger, call, changes, stop));
        return call.hasWritten();
    }

    /** After the commit: what fails now is nobody's error. */
    private void tell(TriggerExtension trigger, ChangedGraph changes, long revision, Stopping stopping) {
        StopSignal stop = new StopSignal(runOptions.timeoutNanos());
        TriggerCall call =
                new TriggerCall(host, runOptions, TriggerCall.Caller.of(trigger), Optional.empty(), revision, stop);
        try {
            stopping.run(stop, () -> call(trigger, call, changes, stop));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            System.getLogger("org.thetisdb")
                    .log(
                            System.Logger.Level.WARNING,
                            "a trigger has failed after the commit, which holds: name=" + trigger.name() + ", revision="
                                    + revision + ", error=" + failure.getMessage());
        }
    }

    private void call(TriggerExtension trigger, TriggerCall call, ChangedGraph changes, StopSignal stop) {
        GraphChanges wanted = new GraphChanges(changes, trigger, stop);
        try {
            if (wanted.iterator().hasNext()) {
                trigger.call(call, wanted, stop, runOptions.extensions());
                call.requireWhole();
            }
        } finally {
            wanted.end();
        }
    }
}
