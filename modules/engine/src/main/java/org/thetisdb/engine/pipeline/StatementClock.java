package org.thetisdb.engine.pipeline;

import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The time that a statement sees: it stands still from when the statement first asks. Thread safe. */
final class StatementClock {
    private final Clock running;

    /** Null until somebody asks, for most never do. */
    private volatile @Nullable Clock fixed;

    StatementClock(Clock running) {
        this.running = running;
    }

    Clock fixed() {
        Clock known = fixed;
        return known == null ? fix() : known;
    }

    private synchronized Clock fix() {
        Clock known = fixed;
        if (known == null) {
            known = Clock.fixed(running.instant(), running.getZone());
            fixed = known;
        }
        return known;
    }
}
