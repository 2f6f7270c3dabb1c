package org.thetisdb.engine.fuse;

import java.util.SplittableRandom;
import org.thetisdb.engine.Compilation;

/** Turns that nothing is measured for, so that tests see both ways and all switches. Belongs to one worker. */
final class ForcedTurns implements Turns {
    private final Compilation compilation;
    private final SplittableRandom random;

    ForcedTurns(Compilation compilation) {
        this.compilation = compilation;
        this.random = new SplittableRandom(compilation.number());
    }

    @Override
    public Slice first() {
        return slice(true);
    }

    @Override
    public Slice next(Slice done, long rows, long nanos) {
        return slice(!done.isFused());
    }

    private Slice slice(boolean isOthersTurn) {
        return switch (compilation.mode()) {
            case ALWAYS -> new Slice(true, Integer.MAX_VALUE, 0, false);
            case SWITCHING -> new Slice(isOthersTurn, (int) Math.max(1, compilation.number()), 0, false);
            case RANDOM -> new Slice(random.nextBoolean(), 1, 0, false);
            case NEVER, ADAPTIVE -> throw new IllegalStateException("nobody forces: mode=" + compilation.mode());
        };
    }
}
