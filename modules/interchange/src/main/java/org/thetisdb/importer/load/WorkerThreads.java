package org.thetisdb.importer.load;

import java.util.ArrayList;
import java.util.List;

/** The threads of an import's workers. The producer's. */
final class WorkerThreads {
    private final List<Thread> threads = new ArrayList<>();

    WorkerThreads(List<? extends Runnable> workers) {
        for (Runnable worker : workers) {
            threads.add(
                    Thread.ofPlatform().name("thetis-import-" + threads.size()).unstarted(worker));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Waits until all have ended, even if interrupted. */
    void join() {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
