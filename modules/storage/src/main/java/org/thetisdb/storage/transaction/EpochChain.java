package org.thetisdb.storage.transaction;

import java.util.Optional;

/**
 * An epoch and, once there is one, the epoch after it. Only transactions hold on to it: one that commits late has to be
 * compared with everything that was written since, and each epoch knows only what was written in its own time. What
 * merely reads holds the epoch alone, and lets those that follow be forgotten. Thread safe.
 */
final class EpochChain {
    private final Epoch epoch;
    private volatile EpochChain next;

    EpochChain(Epoch epoch) {
        this.epoch = epoch;
    }

    Epoch epoch() {
        return epoch;
    }

    Optional<EpochChain> next() {
        return Optional.ofNullable(next);
    }

    /** The chain that begins with a new epoch, which comes after this one. */
    EpochChain followedBy(Epoch following) {
        next = new EpochChain(following);
        return next;
    }
}
