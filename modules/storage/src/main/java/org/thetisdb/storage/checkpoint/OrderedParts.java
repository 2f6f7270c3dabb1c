package org.thetisdb.storage.checkpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.depth.EndOfThread;
import org.thetisdb.value.Invariant;

/**
 * Makes the parts of a checkpoint on several threads, and writes them on the one that makes the checkpoint, in the
 * order in which they were added. So the file is the same however many threads there are.
 *
 * <pre>
 *   add ─► │ part 7 │ part 8 │ part 9 │ ─► write, oldest first, by the thread that adds
 *              ▲        ▲        ▲         which makes parts, too, rather than wait
 *            made by whoever is free, each at a workbench that stays its own until it is written
 * </pre>
 *
 * <p>Invariants: there are no more parts than workbenches, and no more workbenches than their account pays for; where
 * nobody waits for the checkpoint, it is small, or others need the processors, each part is made and written before the
 * next is looked at; the first part in order that failed ends the checkpoint; when this is closed, no other thread is
 * left.
 *
 * <p>Belongs to the thread that makes the checkpoint.
 */
final class OrderedParts implements AutoCloseable {
    /** Nobody waits for the next part as long as each thread has one to go on with. */
    private static final int BENCHES_OF_A_THREAD = 2;

    /** Reads and encodes something. */
    @FunctionalInterface
    interface Part {
        /**
         * Done by any thread.
         *
         * @return writes what was made, and notes it in the root and the statistics; done by the checkpoint's thread,
         *     after the same of all parts before
         */
        Runnable make(Workbench bench);
    }

    /** A part on its way; guarded by the lock but for what only one thread has at a time. */
    private static final class Entry {
        private final Part part;
        private final Workbench bench;
        private Runnable write = () -> {};
        private @Nullable Throwable failure;
        private boolean made;

        Entry(Part part, Workbench bench) {
            this.part = part;
            this.bench = bench;
        }
    }

    private final CheckpointRun run;
    private final EncodingThreads threads;
    private final Throttle throttle;
    private final long benchBytes;
    private final List<Workbench> benches = new ArrayList<>();
    private final ArrayDeque<Workbench> freeBenches = new ArrayDeque<>();
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();

    /** The checkpoint's thread, and then the helpers. */
    private final List<Thread> team = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition offered = lock.newCondition();
    private final Condition madeOne = lock.newCondition();

    /** Entries that nobody makes yet. */
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();

    /** Helpers with a greater number rest. */
    private int awake;

    private boolean closed;
    private boolean hasAskedForHelp;
    private long rows;
    private long paidBytes;

    OrderedParts(CheckpointRun run, EncodingThreads threads, Throttle throttle) {
        this.run = run;
        this.threads = threads;
        this.throttle = throttle;
        this.benchBytes = Math.min(run.memoryBytes, NodeColumnPart.MEMORY_BYTES_MAX);
        team.add(Thread.currentThread());
        if (threads.count() > 1) {
            threads.processors().begin(team);
        }
    }

    /**
     * Has a part made, and written after those before it; some of these are written meanwhile.
     *
     * @param partRows how large it is
     */
    void add(int partRows, Part part) {
        rows += partRows;
        boolean alone = !throttle.isHurried() || awakeHelpers() == 0;
        if (alone) {
            drain();
        }
        Entry entry = new Entry(part, takeBench());
        entry.bench.share(!alone);
        entries.addLast(entry);
        if (alone || partRows < threads.handedRowsMin()) {
            make(entry);
        } else {
            offer(entry);
        }
        if (alone) {
            drain();
        }
    }

    /** Writes all that was added. */
    void drain() {
        while (!entries.isEmpty()) {
            writeOldest();
        }
    }

    private Workbench takeBench() {
        if (benches.isEmpty()) {
            addBench();
        }
        while (freeBenches.isEmpty()) {
            writeOldest();
        }
        return freeBenches.removeFirst();
    }

    private void addBench() {
        Workbench bench = new Workbench(run);
        benches.add(bench);
        freeBenches.add(bench);
    }

    private void writeOldest() {
        Entry oldest = entries.getFirst();
        for (Entry next = toMake(oldest); next != null; next = toMake(oldest)) {
            make(next);
        }
        entries.removeFirst();
        rethrow(oldest.failure);
        oldest.write.run();
        oldest.bench.clear();
        freeBenches.add(oldest.bench);
        run.pause();
    }

    /** What to make until the oldest part is made; null when it is, which is waited for if there is nothing to make. */
    private @Nullable Entry toMake(Entry oldest) {
        lock.lock();
        try {
            while (!oldest.made && waiting.isEmpty()) {
                madeOne.awaitUninterruptibly();
            }
            return oldest.made ? null : waiting.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    private void offer(Entry entry) {
        lock.lock();
        try {
            waiting.addLast(entry);
            offered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void make(Entry entry) {
        Throwable problem = null;
        Runnable write = entry.write;
        try {
            write = entry.part.make(entry.bench);
            entry.bench.refresh();
        } catch (RuntimeException | Error failed) {
            problem = failed;
        }
        lock.lock();
        try {
            entry.write = write;
            entry.failure = problem;
            entry.made = true;
            madeOne.signal();
        } finally {
            lock.unlock();
        }
    }

    private static void rethrow(@Nullable Throwable problem) {
        switch (problem) {
            case null -> {}
            case RuntimeException known -> throw known;
            case Error error -> throw error;
            default -> Invariant.check(false, "a part fails by an exception that need not be declared");
        }
    }

    /** How many helpers may work now; starts them when there is enough to do. */
    private int awakeHelpers() {
        if (threads.count() == 1 || rows < threads.rowsMin()) {
            return 0;
        }
        int room = threads.processors().room(team) - 1;
        if (room > 0 && !hasAskedForHelp) {
            hasAskedForHelp = true;
            startHelpers();
        }
        int count = Math.min(room, team.size() - 1);
        lock.lock();
        try {
            awake = count;
        } finally {
            lock.unlock();
        }
        return count;
    }

    private void startHelpers() {
        takeBenches();
        try {
            while (team.size() < Math.min(threads.count(), benches.size())) {
                int number = team.size();
                Thread helper = Thread.ofPlatform()
                        .daemon()
                        .name("thetis-encode-" + number)
                        .unstarted(() -> help(number));
                helper.start();
                team.add(helper);
            }
        } catch (OutOfMemoryError noThread) {
            // The system has no more threads for us. It takes longer without.
            return;
        }
    }

    /** Takes as many workbenches as can be of use and as there is memory for. */
    private void takeBenches() {
        long payable =
                Math.min(threads.memory().limitBytes() / benchBytes, (long) BENCHES_OF_A_THREAD * threads.count());
        if (benches.isEmpty()) {
            addBench();
        }
        // The first one is part of what a checkpoint takes anyway.
        while (benches.size() < payable && threads.memory().tryTake(benchBytes)) {
            paidBytes += benchBytes;
            addBench();
        }
    }

    private void help(int number) {
        for (Entry next = awaitEntry(number); next != null; next = awaitEntry(number)) {
            make(next);
        }
    }

    private @Nullable Entry awaitEntry(int number) {
        lock.lock();
        try {
            while ((waiting.isEmpty() || number > awake) && !closed) {
                offered.awaitUninterruptibly();
            }
            return closed ? null : waiting.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads, each after the part that it makes; what was not written is dropped. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            offered.signalAll();
        } finally {
            lock.unlock();
        }
        // A helper that ran on would read what is being closed.
        team.stream().skip(1).forEach(EndOfThread::await);
        threads.memory().release(paidBytes);
        paidBytes = 0;
        benches.forEach(Workbench::close);
    }
}
