package org.thetisdb.engine.fuse;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.RowNanos;

/**
 * One place of a plan where a loop may take the work of some stages: what is known of both ways, and which of them is
 * next. All workers of all runs of the plan ask it, after each slice of some batches. Thread safe.
 *
 * <pre>
 *   INTERPRETED ──its cost spent here─► REQUESTED ──code is warm──► COMPILED: slices of both, timed; then the
 *        │        ▲                         │  ▲                       │     faster way, and now and then the other
 *        │        └──────no room────────────┤  └──slow, or other kinds─┘
 *        └── no shape, too many ──► REFUSED
 * </pre>
 *
 * <p>Where there is a code cache, earlier processes may know the loop, so it is looked for after a millisecond: one
 * that was faster is asked for at once, one that was not after many times its cost.
 *
 * <p>Code is asked for when as much time was spent here as making it takes ({@link Fusion#costNanos}): whoever comes to
 * an end before has lost nothing, and whoever goes on loses at most as much again (the rent-or-buy argument). It is
 * used where it is measured to be faster, and only as long as it is: each slice's time is taken in, and from time to
 * time a slice is given to the slower way, the more seldom the longer the choice has held.
 */
final class FuseSite implements Turns {
    /** The loop has to be so much faster to be worth a change. */
    private static final double ADVANTAGE_MIN = 1.03;

    /** Slices of each way before one is chosen, at least … */
    private static final int TRIALS = 3;

    /** … and at most, as long as a way becomes faster. */
    private static final int TRIALS_MAX = 16;

    private static final int VARIANTS_MAX = 6;

    /** No row can be spared more: longer take conditions that no loop has, or loops for which HotSpot has no code. */
    private static final double SPARED_NANOS_MAX = 40;

    /** So many times slower than before, and than the interpreter, code is as if it had not been compiled. */
    private static final double COLD = 4;

    /** One such slice may have been disturbed. */
    private static final int COLD_SLICES = 2;

    /** After so many slices the slower way is tried again, then after twice as many, and so on … */
    private static final int RETRY_SLICES_MIN = 8;

    /** … up to so many. */
    private static final int RETRY_SLICES_MAX = 1024;

    /** Which way it goes. */
    enum State {
        INTERPRETED,
        REQUESTED,
        COMPILED,
        REFUSED
    }

    /** After so long it is asked whether earlier processes know the loop: what has ended before had no need of it. */
    private static final long LOOK_UP_NANOS = 1_000_000;

    /** Of a loop that was not faster in an earlier process: so many times its cost has to be spent first. */
    private static final int SLOWER_PATIENCE = 32;

    /** Each time that a shape was asked for because of batches of other kinds, so many times as many have to come. */
    private static final int MISMATCH_GROWTH = 4;

    private static final int MISMATCHES_MAX = 1 << 20;

    private static final Slice UNDECIDED = new Slice(false, 8, 1, false);
    private static final Slice SHAPE = new Slice(false, 1, 1, true);
    private static final Slice INTERPRETED_TRIAL = new Slice(false, 4, 4, false);
    private static final Slice FUSED_TRIAL = new Slice(true, 4, 4, false);
    private static final Slice INTERPRETED = new Slice(false, 32, 2, false);
    private static final Slice FUSED = new Slice(true, 16, 2, false);
    private static final Slice WITHOUT = new Slice(false, Integer.MAX_VALUE, 0, false);

    private final Fusion fusion;
    private State state = State.INTERPRETED;
    private String reason = "";
    private volatile @Nullable LoopVariant variant;
    private int variantCount;

    /** Of the batches that the loop was given, about how many it has done, and how many are of other kinds. */
    private long fitting;

    private long mismatches;

    /** How many of other kinds are left to the interpreter, however few have fitted. */
    private int mismatchesAllowed;

    private boolean isCold;

    /** Since a loop was asked for, the rows of slices of the interpreter; of all batches, not those measured only. */
    private long interpretedRows;

    private boolean isShapeWanted;
    private boolean isLookedUp;
    private boolean isLookUp;
    private int patience = 1;
    private boolean isDecided;
    private final RowNanos interpreted = new RowNanos();
    private final RowNanos fused = new RowNanos();
    private int coldSlices;
    private boolean wasFused;
    private int slices;
    private int retryAt = RETRY_SLICES_MIN;

    FuseSite(Fusion fusion) {
        this.fusion = fusion;
    }

    /** The loop that was asked for last. */
    Optional<LoopVariant> variant() {
        return Optional.ofNullable(variant);
    }

    @Override
    public synchronized Slice first() {
        return choose();
    }

    @Override
    public synchronized Slice next(Slice done, long rows, long nanos) {
        if (rows > 0) {
            learn(done, (double) nanos / rows, rows);
        }
        return choose();
    }

    private void learn(Slice done, double nanosPerRow, long rows) {
        if (!done.isFused()) {
            interpreted.add(nanosPerRow);
            interpretedRows += rows * done.batches() / done.measured();
            return;
        }
        fitting += done.batches();
        boolean isKnown = state == State.COMPILED && fused.count() >= TRIALS;
        boolean isFarSlower = nanosPerRow > COLD * fused.nanos() && nanosPerRow > COLD * interpreted.nanos();
        fused.add(nanosPerRow);
        coldSlices = isKnown && isFarSlower ? coldSlices + 1 : 0;
        if (coldSlices == COLD_SLICES) {
            cool();
        }
    }

    private void cool() {
        LoopVariant current = variant;
        isCold = current != null && current.code().coolDown();
        state = isCold ? State.INTERPRETED : State.REQUESTED;
        isShapeWanted = true;
        forgetTrials();
    }

    private void forgetTrials() {
        isDecided = false;
        fused.clear();
        interpreted.clear();
        coldSlices = 0;
        retryAt = RETRY_SLICES_MIN;
        slices = 0;
    }

    private Slice choose() {
        return switch (state) {
            case INTERPRETED -> isAsked() ? SHAPE : UNDECIDED;
            case REQUESTED -> {
                advance();
                yield state == State.COMPILED ? FUSED_TRIAL : UNDECIDED;
            }
            case COMPILED -> compiledSlice();
            case REFUSED -> WITHOUT;
        };
    }

    /** Whether it is time for a shape. While one worker finds it, the others need not. */
    private boolean isAsked() {
        // By what a row takes now: in a cold process the first rows took a hundred times as long, while HotSpot had no
        // code for the interpreter's loops, and what it has to do more would only make that last longer.
        double spentNanos = interpretedRows * Math.min(SPARED_NANOS_MAX, interpreted.nanos());
        if (isShapeWanted || spentNanos >= patience * fusion.costNanos()) {
            isShapeWanted = false;
            isLookUp = false;
            interpretedRows = 0;
            return true;
        }
        if (!isLookedUp && fusion.isCached() && spentNanos >= LOOK_UP_NANOS) {
            isLookedUp = true;
            isLookUp = true;
            return true;
        }
        return false;
    }

    private void advance() {
        LoopVariant current = variant;
        if (current == null) {
            return;
        }
        switch (current.code().state()) {
            case REQUESTED, WARMING -> {}
            case COMPILED -> {
                // What the interpreter took meanwhile, beside the compiler, is no measure.
                forgetTrials();
                state = State.COMPILED;
            }
            case REFUSED -> refuseAll(current.code().reason());
            case UNKNOWN -> goOnInterpreted(1);
            case SLOWER -> goOnInterpreted(SLOWER_PATIENCE);
        }
    }

    private void goOnInterpreted(int newPatience) {
        patience = newPatience;
        state = State.INTERPRETED;
        variantCount--;
    }

    private Slice compiledSlice() {
        if (isOnTrial(fused) || isOnTrial(interpreted)) {
            boolean isFusedNext = isOnTrial(fused) && (fused.count() <= interpreted.count() || !isOnTrial(interpreted));
            return isFusedNext ? FUSED_TRIAL : INTERPRETED_TRIAL;
        }
        boolean isFused = isFusedFaster();
        if (isFused != wasFused) {
            retryAt = RETRY_SLICES_MIN;
            slices = 0;
        }
        LoopVariant current = variant;
        if (current != null && (isFused != wasFused || !isDecided)) {
            fusion.remember(current.shape(), isFused, fused.nanos(), interpreted.nanos());
        }
        wasFused = isFused;
        isDecided = true;
        if (++slices >= retryAt) {
            slices = 0;
            retryAt = Math.min(RETRY_SLICES_MAX, 2 * retryAt);
            return isFused ? INTERPRETED_TRIAL : FUSED_TRIAL;
        }
        return isFused ? FUSED : INTERPRETED;
    }

    private static boolean isOnTrial(RowNanos way) {
        return way.count() < TRIALS || way.isFalling() && way.count() < TRIALS_MAX;
    }

    private boolean isFusedFaster() {
        return fused.nanos() * ADVANTAGE_MIN < interpreted.nanos();
    }

    /** Takes the shape that was asked for. */
    synchronized void offer(FusedShape shape) {
        if (isCold) {
            isCold = false;
            LoopVariant current = variant;
            if (current != null && current.shape().equals(shape.shape())) {
                fusion.warmAgain(current.code(), shape);
                state = State.REQUESTED;
                return;
            }
        }
        Optional<CompiledLoop> code = isLookUp ? fusion.lookUp(shape) : fusion.request(shape);
        isLookUp = false;
        if (code.isEmpty()) {
            state = State.INTERPRETED;
            return;
        }
        variantCount++;
        variant = LoopVariant.of(shape, code.get());
        state = State.REQUESTED;
    }

    /**
     * The values of a batch are of kinds that no loop computes with. If others had a loop, it stays: nodes that have
     * none of the properties may be among many that do. If not, there will be none here.
     */
    synchronized void refuse(String why) {
        LoopVariant current = variant;
        if (current != null && current.code().state() == CompiledLoop.State.COMPILED) {
            state = State.COMPILED;
            return;
        }
        refuseAll(why);
    }

    private void refuseAll(String why) {
        state = State.REFUSED;
        reason = why;
        variant = null;
    }

    /**
     * A batch came that is not of the loop's shape; the interpreter does it. If these are more than now and then, a
     * shape is looked for that fits them.
     */
    synchronized void mismatch(LoopVariant of) {
        if (state != State.COMPILED || !of.equals(variant) || ++mismatches <= mismatchesAllowed + fitting / 2) {
            return;
        }
        if (variantCount >= VARIANTS_MAX) {
            refuseAll("the kinds of its values change too often");
            return;
        }
        mismatchesAllowed = Math.clamp((long) MISMATCH_GROWTH * mismatchesAllowed, 1, MISMATCHES_MAX);
        mismatches = 0;
        fitting = 0;
        state = State.INTERPRETED;
        isShapeWanted = true;
        forgetTrials();
    }

    /** Whether nulls were met where there had been none: then all is taken for nullable. */
    synchronized boolean isOften() {
        return variantCount > 1;
    }

    private String interpretedText() {
        LoopVariant current = variant;
        return current != null && patience > 1
                ? String.format(
                        Locale.ROOT,
                        "compiled code was not faster when it was measured before: %.1f ns a row compiled, %.1f"
                                + " interpreted",
                        current.code().nanosPerRow(),
                        current.code().interpretedNanos())
                : "too little time was spent here to compile it";
    }

    /** What is known, for people. */
    synchronized String text() {
        return switch (state) {
            case INTERPRETED -> interpretedText();
            case REQUESTED -> "being compiled";
            case COMPILED ->
                String.format(
                        Locale.ROOT,
                        "%s: %.1f ns a row compiled, %.1f interpreted",
                        isFusedFaster() ? "compiled code is faster" : "compiled code is not faster",
                        fused.nanos(),
                        interpreted.nanos());
            case REFUSED -> "not compiled: " + reason;
        };
    }
}
