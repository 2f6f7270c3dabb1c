package org.thetisdb.io.depth;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * The kernel's side of a ring over one file's bytes, with faults on demand: it completes in random order, reads little,
 * fails, and refuses. Its offsets are written down from the interface's description and not taken from {@link
 * UringLayout}. For one ring at a time; one thread.
 */
@SuppressWarnings("restricted") // Addresses come as numbers.
public final class SimulatedKernel implements RingCalls {
    public static final int EPERM = 1;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EBUSY = 16;
    public static final int EINVAL = 22;
    public static final int EMFILE = 24;
    public static final int ENOSYS = 38;

    private static final int DESCRIPTOR = 1_000_000;
    private static final int KEEPS_COMPLETIONS = 2;
    private static final int SINGLE_MAP = 1;

    private record Completion(long tag, int result) {}

    private final byte[] content;
    private final Random random;
    private final List<Completion> inFlight = new ArrayList<>();
    private final Deque<Completion> backlog = new ArrayDeque<>();
    private final Deque<Integer> enterErrors = new ArrayDeque<>();
    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 16, 64);
    private int entries;
    private int completionEntries;
    private int setupError;
    private int probeError;
    private int mapError;
    private int lastingEnterError;
    private int readBytesMax = Integer.MAX_VALUE;
    private int failingOffset = -1;
    private int failure;
    private boolean singleMap = true;
    private boolean reads = true;
    private int completionPlacesMax = Integer.MAX_VALUE;
    private int openRings;
    private int maps;
    private int mostInFlight;
    private int overflows;

    public SimulatedKernel(byte[] content, long seed) {
        this.content = content;
        this.random = new Random(seed);
    }

    public SimulatedKernel refusingSetup(int errno) {
        setupError = errno;
        return this;
    }

    public SimulatedKernel refusingProbe(int errno) {
        probeError = errno;
        return this;
    }

    public SimulatedKernel refusingMaps(int errno) {
        mapError = errno;
        return this;
    }

    public SimulatedKernel withoutReads() {
        reads = false;
        return this;
    }

    public SimulatedKernel withTwoMaps() {
        singleMap = false;
        return this;
    }

    /** The next calls of {@link #enter} fail so, one after another; 0 is one that works. */
    public SimulatedKernel failingToEnter(int... errnos) {
        for (int errno : errnos) {
            enterErrors.add(errno);
        }
        return this;
    }

    /** After those of {@link #failingToEnter}, all calls fail. */
    public SimulatedKernel thenNeverEntered(int errno) {
        lastingEnterError = errno;
        return this;
    }

    public SimulatedKernel readingAtMost(int bytes) {
        readBytesMax = bytes;
        return this;
    }

    /** A read that has this byte fails. */
    public SimulatedKernel failingAt(int offset, int errno) {
        failingOffset = offset;
        failure = errno;
        return this;
    }

    /** The completion queue has so many places; what does not fit is kept, and nothing is accepted until it does. */
    public SimulatedKernel withCompletionPlaces(int places) {
        completionPlacesMax = places;
        return this;
    }

    public int openRings() {
        return openRings;
    }

    public int maps() {
        return maps;
    }

    public int mostInFlight() {
        return mostInFlight;
    }

    public int overflows() {
        return overflows;
    }

    /** How many reads could still write into memory. */
    public int inFlight() {
        return inFlight.size();
    }

    // The queues are at 0 of the memory: 0 and 4 submission head and tail, 8 and 12 those of completions, 1024 the
    // array, 4096 completions; requests are at 32768.
    @Override
    public int setup(int wanted, long params) {
        if (setupError > 0) {
            return -setupError;
        }
        memory.fill((byte) 0);
        entries = Integer.highestOneBit(2 * wanted - 1);
        completionEntries = 2 * entries;
        MemorySegment answer = MemorySegment.ofAddress(params).reinterpret(120);
        answer.set(JAVA_INT, 0, entries);
        answer.set(JAVA_INT, 4, completionEntries);
        answer.set(JAVA_INT, 20, KEEPS_COMPLETIONS | (singleMap ? SINGLE_MAP : 0));
        answer.set(JAVA_INT, 40, 0);
        answer.set(JAVA_INT, 44, 4);
        answer.set(JAVA_INT, 64, 1024);
        answer.set(JAVA_INT, 80, 8);
        answer.set(JAVA_INT, 84, 12);
        answer.set(JAVA_INT, 100, 4096);
        openRings++;
        return DESCRIPTOR;
    }

    @Override
    public int probe(int ring, long probe) {
        MemorySegment answer = MemorySegment.ofAddress(probe).reinterpret(16 + 8 * 64);
        answer.set(JAVA_BYTE, 0, (byte) 40);
        answer.set(JAVA_SHORT, 16 + 8 * 22 + 2, (short) (reads ? 1 : 0));
        return -probeError;
    }

    @Override
    public int enter(int ring, int submit, int complete) {
        int error = enterErrors.isEmpty() ? lastingEnterError : enterErrors.remove();
        if (error != 0) {
            // As in a real one, what is in flight arrives meanwhile.
            completeOne();
            return -error;
        }
        flushBacklog();
        if (submit > 0 && !backlog.isEmpty()) {
            overflows++;
            return -EBUSY;
        }
        int head = memory.get(JAVA_INT, 0);
        int tail = memory.get(JAVA_INT, 4);
        if (tail - head < submit) {
            throw new AssertionError("submitted more than there is: " + submit);
        }
        for (int i = 0; i < submit; i++) {
            accept(head++);
        }
        memory.set(JAVA_INT, 0, head);
        mostInFlight = Math.max(mostInFlight, inFlight.size());
        if (inFlight.isEmpty() && memory.get(JAVA_INT, 12) == memory.get(JAVA_INT, 8)) {
            throw new AssertionError("would wait forever");
        }
        for (int i = 0; i < complete + random.nextInt(1 + inFlight.size()); i++) {
            completeOne();
        }
        return submit;
    }

    private void accept(int number) {
        long place = memory.get(JAVA_INT, 1024 + 4L * (number & entries - 1));
        MemorySegment request = memory.asSlice(32768 + 64 * place, 64);
        if (request.get(JAVA_BYTE, 0) != 22) {
            throw new AssertionError("not a read");
        }
        long offset = request.get(JAVA_LONG, 8);
        int bytes = request.get(JAVA_INT, 24);
        long tag = request.get(JAVA_LONG, 32);
        if (failingOffset >= offset && failingOffset < offset + bytes) {
            inFlight.add(new Completion(tag, -failure));
            return;
        }
        int count = Math.clamp(content.length - offset, 0, Math.min(bytes, readBytesMax));
        MemorySegment target =
                MemorySegment.ofAddress(request.get(JAVA_LONG, 16)).reinterpret(bytes);
        MemorySegment.copy(content, (int) Math.min(offset, content.length), target, JAVA_BYTE, 0, count);
        inFlight.add(new Completion(tag, count));
    }

    private void completeOne() {
        if (!inFlight.isEmpty()) {
            backlog.add(inFlight.remove(random.nextInt(inFlight.size())));
            flushBacklog();
        }
    }

    private void flushBacklog() {
        int places = Math.min(completionEntries, completionPlacesMax);
        int tail = memory.get(JAVA_INT, 12);
        while (!backlog.isEmpty() && tail - memory.get(JAVA_INT, 8) < places) {
            Completion completion = backlog.remove();
            long at = 4096 + 16L * (tail & completionEntries - 1);
            memory.set(JAVA_LONG, at, completion.tag());
            memory.set(JAVA_INT, at + 8, completion.result());
            tail++;
        }
        memory.set(JAVA_INT, 12, tail);
    }

    @Override
    public long map(int ring, long bytes, long offset) {
        if (mapError > 0 && offset != 0) {
            return -mapError;
        }
        if (singleMap && offset == 0x8000000L) {
            throw new AssertionError("both queues are in one map");
        }
        maps++;
        return memory.address() + (offset == 0x10000000L ? 32768 : 0);
    }

    @Override
    public void unmap(long address, long bytes) {
        maps--;
    }

    @Override
    public void close(int ring) {
        openRings--;
    }

    @Override
    public String text(int errno) {
        return "text of errno " + errno;
    }
}
