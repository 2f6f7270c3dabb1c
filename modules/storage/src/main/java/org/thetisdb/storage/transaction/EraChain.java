package org.thetisdb.storage.transaction;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An era and, once there is one, the era after it. Only transactions hold on to it: one that commits late has to be
 * compared with everything that was written since, and each era knows only what was written in its own time. What
 * merely reads holds the era alone, and lets those that follow be forgotten. Thread safe.
 */
final class EraChain {
    private final Era era;
    private volatile @Nullable EraChain next;

    EraChain(Era era) {
        this.era = era;
    }

    Era era() {
        return era;
    }

    Optional<EraChain> next() {
        return Optional.ofNullable(next);
    }

    /** The chain that begins with a new era, which comes after this one. */
    EraChain followedBy(Era following) {
        EraChain chain = new EraChain(following);
        next = chain;
        return chain;
    }
}
