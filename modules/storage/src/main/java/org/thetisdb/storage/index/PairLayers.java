package org.thetisdb.storage.index;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.thetisdb.storage.arena.NearRecords;
import org.thetisdb.storage.arena.RecordArena;

/**
 * Pairs of a key and a node: in a skip list as long as there is memory for changes, and when there is none any more,
 * in a small skip list and sorted runs of those that were in it before. A skip list that is in a file would bring a
 * page of the disk for nearly each of its steps.
 *
 * <pre>
 *   add ──► front: IndexPairs ──full──► closed ──► run of level 0 ──sixteen of a level──► one of the next
 * </pre>
 *
 * <p>Whoever adds a pair looks afterwards whether the list is still the front, and adds it to the new one if not: so
 * who closes a list need not wait for others, and what comes too late to get into the run is in the next list. A pair
 * may be in several layers.
 *
 * <p>Runs of levels are P. O'Neil et al.: The Log-Structured Merge-Tree, 1996, with tiers instead of one tree for each
 * level. What was merged stays where it is until the arena is closed, so that a walk over it may go on.
 *
 * <p>Thread safe. Who reads never waits; who adds may wait for a run that another one writes.
 */
public final class PairLayers {
    private static final int FAN_IN = 16;

    /** A list is closed when it takes this part of what changes may take in memory, within these bounds. */
    private static final int FRONT_DIVISOR = 8;

    private static final long FRONT_BYTES_MIN = 1 << 16;
    private static final long FRONT_BYTES_MAX = 8 << 20;

    /** @param closed lists of which no run has been written yet, for lack of time or of room on the disk */
    private record Layers(IndexPairs front, List<IndexPairs> closed, List<PairRun> runs) {
        long count() {
            return front.count()
                    + closed.stream().mapToLong(IndexPairs::count).sum()
                    + runs.stream().mapToLong(PairRun::count).sum();
        }
    }

    private final RecordArena arena;
    private final long frontBytesMax;
    private final int fencesMax;
    private volatile Layers layers;

    /** No pairs. */
    public PairLayers(RecordArena arena) {
        this(
                arena,
                Math.clamp(arena.limitBytes() / FRONT_DIVISOR, FRONT_BYTES_MIN, FRONT_BYTES_MAX),
                PairRun.FENCES_MAX);
    }

    /**
     * As the other one.
     *
     * @param frontBytesMax a list that takes more is closed
     * @param fencesMax how many a run has at most; a power of two, small only in tests
     */
    PairLayers(RecordArena arena, long frontBytesMax, int fencesMax) {
        this.arena = arena;
        this.frontBytesMax = frontBytesMax;
        this.fencesMax = fencesMax;
        this.layers = new Layers(newFront(), List.of(), List.of());
    }

    private IndexPairs newFront() {
        return new IndexPairs(arena, new NearRecords(arena));
    }

    /**
     * Adds a pair; returns false if it is known that it was there already.
     *
     * @throws org.thetisdb.value.ThetisException {@link org.thetisdb.value.ErrorCode#DISK_FULL} or {@link
     *     org.thetisdb.value.ErrorCode#IO_FAILED} if a run cannot be written: the pairs stay where they were
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public boolean add(IndexKey key, long node) {
        while (true) {
            IndexPairs front = layers.front();
            boolean added = front.add(key, node);
            if (front == layers.front()) {
                if (added && arena.isInFile() && front.bytes() > frontBytesMax) {
                    close(front);
                }
                return added;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private synchronized void close(IndexPairs front) {
        Layers now = layers;
        if (front != now.front()) {
            return;
        }
        List<IndexPairs> closed = new ArrayList<>(now.closed());
        closed.add(front);
        layers = new Layers(newFront(), List.copyOf(closed), now.runs());
        writeClosed();
    }

    /** Writes the closed lists, and the runs whose turn it is, as one run. Others only add to the front meanwhile. */
    private void writeClosed() {
        Layers now = layers;
        int first = firstMerged(now.runs());
        List<PairRun> merged = now.runs().subList(first, now.runs().size());
        List<PairSource> sources = new ArrayList<>();
        merged.forEach(run -> sources.add(run.all()));
        long bytesMax =
                merged.stream().mapToLong(run -> run.memory().byteSize()).sum();
        for (IndexPairs list : now.closed()) {
            IndexPairs.Fixed pairs = list.fixed();
            sources.add(pairs.walk());
            bytesMax += pairs.bareBytes();
        }
        PairRun.Writer writer = new PairRun.Writer(arena.newOutput(bytesMax, 0), fencesMax);
        merge(sources, writer);
        PairRun written = writer.finish(merged.size() / (FAN_IN - 1));
        arena.takeHeap(written.heapBytes());
        List<PairRun> runs = new ArrayList<>(now.runs().subList(0, first));
        runs.add(written);
        layers = new Layers(layers.front(), List.of(), List.copyOf(runs));
        merged.forEach(run -> arena.releaseHeap(run.heapBytes()));
    }

    /** The first of the runs that the next one takes in, which are all after it. */
    private static int firstMerged(List<PairRun> runs) {
        int first = runs.size();
        for (int level = 0;
                first >= FAN_IN - 1 && runs.get(first - (FAN_IN - 1)).level() == level;
                level++) {
            first -= FAN_IN - 1;
        }
        return first;
    }

    /** Each pair once. */
    private static void merge(List<PairSource> sources, PairRun.Writer into) {
        PriorityQueue<PairSource> queue = new PriorityQueue<>(sources.size(), PairLayers::compare);
        sources.stream().filter(PairSource::next).forEach(queue::add);
        while (!queue.isEmpty()) {
            PairSource least = queue.poll();
            // As long as this one stays ahead of the others, the queue may stay as it is.
            PairSource second = queue.peek();
            boolean more;
            do {
                if (second == null || compare(least, second) < 0) {
                    into.add(least);
                }
                more = least.next();
            } while (more && (second == null || compare(least, second) <= 0));
            if (more) {
                queue.add(least);
            }
        }
    }

    private static int compare(PairSource left, PairSource right) {
        return IndexPairLayout.compare(left.block(), left.at(), right.block(), right.at());
    }

    /** Walks that have all pairs between them, some perhaps more than once. */
    public List<PairSource> all() {
        Layers now = layers;
        List<PairSource> walks = new ArrayList<>();
        walks.add(now.front().walk(now.front().first()));
        now.closed().forEach(list -> walks.add(list.walk(list.first())));
        now.runs().forEach(run -> walks.add(run.all()));
        return walks;
    }

    /** Walks from the first pairs on that are not less than another one. */
    public List<PairSource> from(IndexKey key, long node) {
        Layers now = layers;
        List<PairSource> walks = new ArrayList<>();
        walks.add(now.front().walk(now.front().from(key, node)));
        now.closed().forEach(list -> walks.add(list.walk(list.from(key, node))));
        now.runs().forEach(run -> walks.add(run.from(key, node)));
        return walks;
    }

    /** About how many pairs there are. */
    public long count() {
        return layers.count();
    }

    /** How often each run was merged, the oldest first. */
    int[] runLevels() {
        return layers.runs().stream().mapToInt(PairRun::level).toArray();
    }
}
