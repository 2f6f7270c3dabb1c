package org.thetisdb.io.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReaderThreadsTest {
    private final ReaderThreads threads = new ReaderThreads("depth-test", 4);

    @BeforeEach
    void retain() {
        threads.retain();
    }

    @AfterEach
    void release() {
        threads.release();
    }

    @Test
    void tasks_areDoneOnceEach() {
        for (int count : new int[] {0, 1, 2, 5, 1000}) {
            AtomicIntegerArray done = new AtomicIntegerArray(count);
            threads.run(count, 16, done::incrementAndGet);
            for (int number = 0; number < count; number++) {
                assertThat(done.get(number)).isEqualTo(1);
            }
        }
    }

    @Test
    void tasks_areDoneAtTheSameTime() {
        CountDownLatch all = new CountDownLatch(5);
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        threads.run(5, 16, number -> {
            seen.add(Thread.currentThread());
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(seen).hasSize(5).contains(Thread.currentThread());
    }

    @Test
    void noHelpers_meansTheCallerAlone() {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        threads.run(50, 0, number -> seen.add(Thread.currentThread()));
        assertThat(seen).containsExactly(Thread.currentThread());
    }

    @Test
    void error_isThrownAfterAllTasks() {
        AtomicInteger done = new AtomicInteger();
        assertThatThrownBy(() -> threads.run(100, 16, number -> {
                    done.incrementAndGet();
                    if (number == 3) {
                        throw new IllegalArgumentException("third");
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("third");
        assertThat(done).hasValue(100);
    }

    @Test
    void interruptedCaller_waitsAndKeepsTheInterrupt() {
        AtomicInteger done = new AtomicInteger();
        Thread.currentThread().interrupt();
        threads.run(1000, 16, number -> done.incrementAndGet());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).hasValue(1000);
    }

    @Test
    void threads_endWithTheLastFile_andComeAgain() throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            ReaderThreads own = new ReaderThreads("depth-round", 3);
            own.retain();
            Set<Thread> seen = ConcurrentHashMap.newKeySet();
            own.run(1000, 16, number -> seen.add(Thread.currentThread()));
            own.release();
            seen.remove(Thread.currentThread());
            for (Thread thread : seen) {
                assertThat(thread.isDaemon()).isTrue();
                thread.join();
            }
            own.retain();
            AtomicInteger done = new AtomicInteger();
            own.run(10, 16, number -> done.incrementAndGet());
            own.release();
            assertThat(done).hasValue(10);
        }
    }
}
