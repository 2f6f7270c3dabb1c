package org.thetisdb.running;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The transactions of a database that run. Thread safe. */
public final class RunningTransactions {
    /** Who has transactions: a session. */
    public interface Owner {
        /** Calls for each transaction, for some perhaps more than once. Any thread. */
        void forEachTransaction(Consumer<RunningTransaction> consumer);
    }

    private final Supplier<? extends Collection<? extends Owner>> owners;

    /** @param owners all that there are */
    public RunningTransactions(Supplier<? extends Collection<? extends Owner>> owners) {
        this.owners = owners;
    }

    /** All that run, those that began first at the beginning. */
    public List<TransactionState> list() {
        return all().stream()
                .map(RunningTransaction::state)
                .sorted(Comparator.comparingLong(TransactionState::elapsedNanos).reversed())
                .toList();
    }

    /** Ends a transaction; false if none of that name runs. */
    public boolean terminate(String id) {
        return find(id).map(found -> found.end(Ending.terminated(id))).orElse(false);
    }

    /**
     * Ends those that are idle and hold memory which nobody else needs, the oldest first, as long as there is too much
     * of that.
     *
     * @param idleNanosMin how long nothing was done with them
     */
    public void endIdle(BooleanSupplier isTooMuch, long idleNanosMin, long nowNanos) {
        List<RunningTransaction> oldestFirst = all();
        oldestFirst.sort(Comparator.comparingLong(each -> each.deadlines().startNanos() - nowNanos));
        for (RunningTransaction each : oldestFirst) {
            if (!isTooMuch.getAsBoolean()) {
                return;
            }
            long idleNanos = each.idleNanos(nowNanos);
            long pinnedBytes = each.state().pinnedBytes();
            if (idleNanos >= idleNanosMin && pinnedBytes > 0) {
                each.end(Ending.inTheWay(each.id(), idleNanos, pinnedBytes));
            }
        }
    }

    private Optional<RunningTransaction> find(String id) {
        return all().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** All that run, each once. */
    List<RunningTransaction> all() {
        List<RunningTransaction> all = new ArrayList<>();
        for (Owner owner : owners.get()) {
            int first = all.size();
            owner.forEachTransaction(each -> {
                if (!all.subList(first, all.size()).contains(each)) {
                    all.add(each);
                }
            });
        }
        return all;
    }
}
