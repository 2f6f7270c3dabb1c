package org.thetisdb.engine.fuse;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.engine.CodeStore;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.loop.LoopCode;
import org.thetisdb.engine.loop.LoopDefiner;
import org.thetisdb.engine.loop.LoopShape;

/**
 * Compiles loops behind the running queries of an engine, and keeps their code by shape. Thread safe.
 *
 * <p>One thread defines and warms them, one after another, and ends when there is nothing to do. Of the code, what was
 * asked for last is kept, as many classes and as many bytes as are allowed; a query that runs keeps its own.
 */
public final class Fusion implements AutoCloseable {
    private static final int CLASSES_MAX = 512;
    private static final long CLASS_BYTES_MAX = 4 << 20;
    private static final int WAITING_MAX = 64;
    private static final long IDLE_SECONDS = 2;

    /** What the first loop of a process takes, about, for the JVM has to load all that makes it. */
    private static final long FIRST_COST_NANOS = 150_000_000;

    /** What warming takes of a processor, about. */
    private static final long WARMING_COST_NANOS = 5_000_000;

    /** How long closing waits for what was measured to be written. */
    private static final long CLOSING_MILLIS = 200;

    private final Compilation compilation;
    private final CodeCache cache;

    /** Of the last loop, or of the first as long as there was none. */
    private volatile long costNanos = FIRST_COST_NANOS;

    private final ThreadPoolExecutor compiler;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final WarmerTime time = new WarmerTime() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean pause(long millis) throws InterruptedException {
            return closing.await(millis, TimeUnit.MILLISECONDS);
        }
    };
    private final Map<LoopShape, CompiledLoop> loops = new LinkedHashMap<>(16, 0.75f, true);

    /** What is being looked for: places of one shape wait for one answer. Guarded by the loops. */
    private final Map<LoopShape, CompiledLoop> lookUps = new HashMap<>();

    /** One that leaves nothing to other processes. */
    public Fusion(Compilation compilation) {
        this(compilation, CodeStore.NONE);
    }

    /** @param store has what other processes have left */
    public Fusion(Compilation compilation, CodeStore store) {
        this.cache = new CodeCache(store);
        this.compilation = LoopDefiner.isPossible() ? compilation : Compilation.NEVER;
        this.compiler = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), task -> {
                    Thread thread = new Thread(task, "thetis-compiler");
                    thread.setDaemon(true);
                    return thread;
                });
        compiler.allowCoreThreadTimeOut(true);
    }

    /** Who decides. */
    Compilation compilation() {
        return compilation;
    }

    /** Whether any pipeline is to be fused. */
    boolean isOn() {
        return compilation.mode() != Compilation.Mode.NEVER;
    }

    /** What making a loop takes of a processor in this process as it is now, in nanoseconds. */
    long costNanos() {
        return costNanos;
    }

    /** The code of a shape: as it is kept, or on its way; empty if too many others are. */
    Optional<CompiledLoop> request(FusedShape shape) {
        synchronized (loops) {
            CompiledLoop kept = loops.get(shape.shape());
            if (kept != null) {
                return Optional.of(kept);
            }
            CompiledLoop made = new CompiledLoop();
            if (!isTaken(() -> compile(made, shape))) {
                return Optional.empty();
            }
            loops.put(shape.shape(), made);
            makeRoom();
            return Optional.of(made);
        }
    }

    /** Whether other processes may have left code and measurements. */
    boolean isCached() {
        return cache.isOn();
    }

    /** What earlier processes have left; empty if they could not leave anything. */
    public Optional<CodeCacheSummary> cached() {
        return cache.isOn() ? Optional.of(cache.summary()) : Optional.empty();
    }

    /**
     * What earlier processes, or this one, know of a shape's code: on its way if it is worth while; empty if too many
     * others are.
     */
    Optional<CompiledLoop> lookUp(FusedShape shape) {
        synchronized (loops) {
            CompiledLoop kept = loops.get(shape.shape());
            if (kept != null) {
                return Optional.of(kept);
            }
            CompiledLoop pending = lookUps.get(shape.shape());
            if (pending != null) {
                return Optional.of(pending);
            }
            CompiledLoop sought = new CompiledLoop();
            if (!isTaken(() -> finish(sought, shape))) {
                return Optional.empty();
            }
            lookUps.put(shape.shape(), sought);
            return Optional.of(sought);
        }
    }

    private void finish(CompiledLoop sought, FusedShape shape) {
        try {
            retrieve(sought, shape);
        } finally {
            synchronized (loops) {
                lookUps.remove(shape.shape());
            }
        }
    }

    private void retrieve(CompiledLoop sought, FusedShape shape) {
        if (isClosing()) {
            sought.miss();
            return;
        }
        long begin = System.nanoTime();
        Optional<CodeRecord> found = cache.read(shape.shape().key());
        if (found.isEmpty()) {
            sought.miss();
            return;
        }
        switch (found.get().verdict()) {
            case SLOWER -> sought.lose(found.get().compiledNanos(), found.get().interpretedNanos());
            case FASTER -> revive(sought, shape, found.get(), begin);
            case TOO_LONG -> {
                sought.refuseTooLong("its loop is too long, as an earlier process has found");
                keep(shape, sought);
            }
        }
    }

    /** Makes a loop of its class, or from its shape if that cannot be. */
    private void revive(CompiledLoop sought, FusedShape shape, CodeRecord code, long beginNanos) {
        boolean isLoaded = isLoaded(sought, shape, code);
        long defineNanos = System.nanoTime() - beginNanos;
        keep(shape, sought);
        if (isLoaded) {
            LoopCompilationEvent.report(shape.shape(), sought, defineNanos, warm(sought, shape));
        } else {
            compile(sought, shape);
        }
    }

    private boolean isLoaded(CompiledLoop sought, FusedShape shape, CodeRecord code) {
        try {
            sought.retrieve(LoopDefiner.load(code.classBytes()), code.classLength());
            return true;
        } catch (ReflectiveOperationException | LinkageError | UnsupportedOperationException failure) {
            cache.notice(shape.shape().key(), "its class cannot be defined (" + failure.getMessage() + ")");
            return false;
        }
    }

    private void keep(FusedShape shape, CompiledLoop loop) {
        synchronized (loops) {
            loops.putIfAbsent(shape.shape(), loop);
            makeRoom();
        }
    }

    /**
     * Leaves to other processes what was measured of a shape; some time later, or not at all.
     *
     * @param isFaster whether the loop is the faster way
     */
    void remember(LoopShape shape, boolean isFaster, double compiledNanos, double interpretedNanos) {
        if (cache.isOn()) {
            isTaken(() -> cache.write(
                    shape.key(),
                    isFaster
                            ? CodeRecord.faster(shape.key(), LoopCode.bytes(shape), compiledNanos, interpretedNanos)
                            : CodeRecord.slower(shape.key(), compiledNanos, interpretedNanos)));
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    /** The code of a shape, defined, and not warmed. */
    CompiledLoop compiled(FusedShape shape) {
        synchronized (loops) {
            CompiledLoop kept = loops.get(shape.shape());
            if (kept == null) {
                kept = new CompiledLoop();
                LoopCompilationEvent.report(shape.shape(), kept, define(kept, shape), 0);
                loops.put(shape.shape(), kept);
                makeRoom();
            }
            return kept;
        }
    }

    /** Warms a loop again, with other values; its state says when that is done. */
    void warmAgain(CompiledLoop cold, FusedShape shape) {
        if (!isTaken(() -> LoopCompilationEvent.report(shape.shape(), cold, 0, warm(cold, shape)))) {
            // Whoever uses it will find out whether it is still slow.
            cold.complete(cold.nanosPerRow());
        }
    }

    private boolean isTaken(Runnable work) {
        try {
            compiler.execute(work);
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    private void compile(CompiledLoop made, FusedShape shape) {
        if (isClosing()) {
            made.refuse("the database is being closed");
            return;
        }
        long defineNanos = define(made, shape);
        if (cache.isOn() && made.isTooLong()) {
            cache.write(shape.shape().key(), CodeRecord.tooLong(shape.shape().key()));
        }
        synchronized (loops) {
            // Now its bytes are known.
            makeRoom();
        }
        costNanos = Math.min(FIRST_COST_NANOS, defineNanos + WARMING_COST_NANOS);
        long warmNanos = warm(made, shape);
        LoopCompilationEvent.report(shape.shape(), made, defineNanos, warmNanos);
    }

    /** Makes the class; returns what that took, in nanoseconds. */
    private static long define(CompiledLoop made, FusedShape shape) {
        long begin = System.nanoTime();
        made.define(shape.shape());
        return System.nanoTime() - begin;
    }

    /** Warms what is to be warmed; returns what that took, in nanoseconds. */
    private long warm(CompiledLoop loop, FusedShape shape) {
        if (loop.state() != CompiledLoop.State.WARMING) {
            return 0;
        }
        long begin = System.nanoTime();
        try {
            loop.complete(new LoopWarmer(loop, shape, time).warm());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            loop.refuse("the database is being closed");
        }
        return System.nanoTime() - begin;
    }

    /** Drops what was not asked for the longest. */
    private void makeRoom() {
        long bytes = 0;
        for (CompiledLoop loop : loops.values()) {
            bytes += loop.classBytes();
        }
        Iterator<CompiledLoop> oldest = loops.values().iterator();
        while (loops.size() > CLASSES_MAX || bytes > CLASS_BYTES_MAX && loops.size() > 1) {
            bytes -= oldest.next().classBytes();
            oldest.remove();
        }
    }

    /** How many loops are kept. */
    int loopCount() {
        synchronized (loops) {
            return loops.size();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        compiler.shutdown();
        try {
            if (!cache.isOn() || !compiler.awaitTermination(CLOSING_MILLIS, TimeUnit.MILLISECONDS)) {
                compiler.shutdownNow();
            }
        } catch (InterruptedException interrupt) {
            compiler.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
