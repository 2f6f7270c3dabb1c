package org.thetisdb.session;

import java.util.Optional;
import org.thetisdb.storage.Snapshot;

/** What a transaction holds of the engine and of storage. */
interface Holdings {
    /** Of a transaction that is over. */
    Holdings NOTHING = new Holdings() {
        @Override
        public void release(OngoingTransaction transaction) {}

        @Override
        public long memoryBytes(OngoingTransaction transaction) {
            return 0;
        }

        @Override
        public Optional<Snapshot> snapshot(OngoingTransaction transaction) {
            return Optional.empty();
        }
    };

    /**
     * Releases all of it, because somebody else than the owner has ended the transaction; by whoever is inside the
     * {@link Activity}. What a statement holds that runs is released by its own thread.
     */
    void release(OngoingTransaction transaction);

    /** What the operators of its statements keep, in bytes. Any thread. */
    long memoryBytes(OngoingTransaction transaction);

    /** What it sees; empty if it has ended. Any thread. */
    Optional<Snapshot> snapshot(OngoingTransaction transaction);
}
