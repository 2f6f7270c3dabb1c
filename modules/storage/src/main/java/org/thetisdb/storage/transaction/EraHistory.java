package org.thetisdb.storage.transaction;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.file.SharedBlocks;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The eras before the newest: an earlier root with the part of the log up to the next root over it. They are kept as
 * long as they are few and their changes take no more than {@link MemoryUse#HISTORY} may hold, and made again from
 * files when they are asked for after that. They are held on to: changes are outside the heap, so the garbage collector
 * would not notice how much there is to be gained.
 *
 * <p>Thread safe. Making an era of the past takes as long as its part of the log is; meanwhile nobody else waits but
 * those who would make one, too: an exchange of eras comes here while all commits wait for it.
 */
final class EraHistory {
    /**
     * Of what an era has on the heap, only what indexes take is counted; a megabyte or so, of a large graph, is not.
     */
    private static final int KEPT_ERAS_MAX = 4;

    private final Cleaner cleaner = Cleaner.create();
    private final LazyLog log;
    private final FaultPoints faultPoints;
    private final MemoryAccount newest;
    private final MemoryAccount past;
    private final TemporarySpace space;
    private final SharedBlocks directories = new SharedBlocks();

    /** Held by the one who makes an era of the past; taken before the lock of this. */
    private final ReentrantLock making = new ReentrantLock();

    /** By the number of the root, the one that was asked for last at the end. */
    private final Map<Long, Kept> eras = new LinkedHashMap<>(16, 0.75f, true);

    private final List<Consumer<Object>> listeners = new CopyOnWriteArrayList<>();

    /** Eras that are no longer kept, until it is told that the newest one has ended. */
    private final List<Era> dropped = new ArrayList<>();

    /** Eras that are not the newest any more, oldest first, as long as something may have to be done about them. */
    private final List<WeakReference<Era>> ended = new ArrayList<>();

    /** @param lastRevision up to which the era has all commits, at least */
    private record Kept(Era era, long lastRevision) {}

    EraHistory(LazyLog log, FaultPoints faultPoints, MemoryGovernor memory, TemporarySpace space) {
        this.log = log;
        this.newest = memory.account(MemoryUse.CHANGES);
        this.past = memory.account(MemoryUse.HISTORY);
        this.space = space;
        this.faultPoints = faultPoints;
    }

    /**
     * An era over a base, whose data files are closed and whose changes are freed when the last one who uses it leaves;
     * or when nobody has it any more, if somebody did not say so.
     */
    Era era(BaseSnapshot base) {
        cleaner.register(base, base.closing());
        base.root().shareDirectories(directories);
        Era era = new Era(base, faultPoints, newest, space, this::closeUnused);
        cleaner.register(era.delta(), era.delta().closing());
        return era;
    }

    /**
     * How much memory is taken by changes in eras that are over, and that are only there because somebody uses them.
     */
    long pinnedBytes() {
        long bytes = 0;
        synchronized (ended) {
            for (WeakReference<Era> each : ended) {
                Era era = each.get();
                bytes += era == null ? 0 : era.delta().heldBytes();
            }
        }
        return bytes;
    }

    /** Has somebody told when an era is no longer the newest, and when one of the past is no longer kept. */
    void whenBaseEnds(Consumer<Object> listener) {
        listeners.add(listener);
    }

    /** Tells that an era is no longer the newest; without any lock. */
    void baseEnded(Era former) {
        tellEnd(former);
        List<Era> over;
        synchronized (ended) {
            over = endDropped();
            former.uses().end(isKept(former));
            ended.add(new WeakReference<>(former));
        }
        over.forEach(this::tellEnd);
        closeUnused();
    }

    /** Whoever keeps something of an era for the next who reads it lets go of it. */
    private void tellEnd(Era era) {
        listeners.forEach(listener -> listener.accept(era.delta().name()));
    }

    /** Under the lock of {@link #ended}; they are to be told of without it. */
    private List<Era> endDropped() {
        List<Era> over = takeDropped();
        for (Era era : over) {
            era.uses().end(false);
            ended.add(new WeakReference<>(era));
        }
        return over;
    }

    private synchronized List<Era> takeDropped() {
        List<Era> taken = List.copyOf(dropped);
        dropped.clear();
        return taken;
    }

    private synchronized boolean isKept(Era era) {
        Kept kept = eras.get(era.base().root().number());
        return kept != null && kept.era() == era;
    }

    /** Closes the eras that are over and that nobody uses. */
    private void closeUnused() {
        synchronized (ended) {
            for (Iterator<WeakReference<Era>> iterator = ended.iterator(); iterator.hasNext(); ) {
                Era era = iterator.next().get();
                if (era == null) {
                    iterator.remove();
                    continue;
                }
                boolean over = era.uses().isKept()
                        ? !era.uses().hasWriters()
                        : era.uses().tryClose();
                if (over) {
                    iterator.remove();
                }
                if (over && !era.uses().isKept()) {
                    era.close();
                }
            }
        }
    }

    /**
     * The last revision that transactions need not be compared with which run in eras that are over: what comes after
     * it is to stay in the log. The largest number if there are none.
     */
    long comparedRevision() {
        long oldest = Long.MAX_VALUE;
        synchronized (ended) {
            for (WeakReference<Era> each : ended) {
                Era era = each.get();
                if (era != null && era.uses().hasWriters()) {
                    oldest = Math.min(oldest, era.lastRevision());
                }
            }
        }
        return oldest;
    }

    /**
     * An era that was the newest until now. It is kept if its root is: a file that was deleted should not stay open for
     * longer than somebody reads it.
     */
    synchronized void add(Era era, Era newest) {
        Set<Long> retained = rootsBefore(newest);
        eras.put(era.base().root().number(), new Kept(era, newest.base().revision()));
        era.delta().chargeTo(past);
        letGo(retained, era);
        dropLarge(era);
    }

    /** Drops those that were asked for longest ago, as long as there are too many changes; not the exempt one. */
    private void dropLarge(Era exempt) {
        long bytes = 0;
        int count = 0;
        List<Map.Entry<Long, Kept>> kept = new ArrayList<>(eras.entrySet());
        for (Map.Entry<Long, Kept> entry : kept.reversed()) {
            Era era = entry.getValue().era();
            bytes += era.delta().heldBytes();
            count++;
            if (era != exempt && (bytes > past.limitBytes() || count > KEPT_ERAS_MAX)) {
                eras.remove(entry.getKey());
                dropped.add(era);
            }
        }
    }

    private void endUnneeded() {
        List<Era> over;
        synchronized (ended) {
            over = endDropped();
        }
        over.forEach(this::tellEnd);
        closeUnused();
    }

    /** What was read of roots that the newest era no longer names is dropped, once it is told that one has ended. */
    synchronized void retain(Era newest) {
        letGo(rootsBefore(newest), newest);
    }

    private static Set<Long> rootsBefore(Era newest) {
        return newest.base().root().earlierRoots().stream()
                .map(EarlierRoot::number)
                .collect(Collectors.toSet());
    }

    private void letGo(Set<Long> retained, Era exempt) {
        eras.forEach((root, kept) -> {
            if (!retained.contains(root) && kept.era() != exempt) {
                dropped.add(kept.era());
            }
        });
        eras.keySet().retainAll(retained);
    }

    /**
     * The era of a revision before the newest era.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if it is no longer retained
     */
    Era find(long revision, Era newest) {
        Era found = findKept(revision, newest);
        endUnneeded();
        return found;
    }

    private Era findKept(long revision, Era newest) {
        List<EarlierRoot> roots = newest.base().root().earlierRoots();
        long behind = newest.base().revision();
        for (EarlierRoot root : roots) {
            if (root.revision() <= revision) {
                return era(root, behind, newest);
            }
            behind = root.revision();
        }
        throw new ThetisException(
                ErrorCode.REVISION_NOT_FOUND,
                "the revision is older than what is retained: revision=" + revision + ", oldest=" + behind
                        + "; ask for a later one; retention is set when the database is opened");
    }

    /** All eras that are retained, oldest first; no longer kept are those that were too large the last time. */
    List<Era> all(Era newest) {
        endUnneeded();
        return allKept(newest);
    }

    private List<Era> allKept(Era newest) {
        List<Era> all = new ArrayList<>();
        long behind = newest.base().revision();
        for (EarlierRoot root : newest.base().root().earlierRoots()) {
            all.add(era(root, behind, newest));
            behind = root.revision();
        }
        Collections.reverse(all);
        all.add(newest);
        assert doAscend(all)
                : "eras follow one another: newest=" + newest.base().revision();
        return all;
    }

    private static boolean doAscend(List<Era> eras) {
        for (int index = 1; index < eras.size(); index++) {
            if (eras.get(index - 1).base().revision() > eras.get(index).base().revision()) {
                return false;
            }
        }
        return true;
    }

    private Era era(EarlierRoot root, long lastRevision, Era newest) {
        Optional<Era> known = kept(root, lastRevision);
        if (known.isPresent()) {
            return known.get();
        }
        making.lock();
        try {
            return kept(root, lastRevision).orElseGet(() -> made(root, lastRevision, newest));
        } finally {
            making.unlock();
        }
    }

    private synchronized Optional<Era> kept(EarlierRoot root, long lastRevision) {
        Kept kept = eras.get(root.number());
        // The root after it may have been dropped meanwhile, and the next one is further away.
        return kept != null && kept.lastRevision() >= lastRevision ? Optional.of(kept.era()) : Optional.empty();
    }

    private Era made(EarlierRoot root, long lastRevision, Era newest) {
        BaseSnapshot base = newest.base().openEarlier(root);
        Era made = era(base);
        made.delta().chargeTo(past);
        boolean done = false;
        try {
            replay(made, lastRevision, newest);
            done = true;
        } finally {
            if (!done) {
                made.close();
            }
        }
        keep(root, new Kept(made, lastRevision));
        return made;
    }

    private synchronized void keep(EarlierRoot root, Kept made) {
        Kept before = eras.put(root.number(), made);
        if (before != null) {
            dropped.add(before.era());
        }
        dropLarge(made.era());
    }

    /** Names are taken from the newest era, which knows them all. */
    private void replay(Era era, long lastRevision, Era newest) {
        try (Era.Replay replay = era.replay()) {
            log.forEachCommit(
                    era.base().revision() + 1,
                    lastRevision,
                    commit -> replay.commit(
                            commit.revision(),
                            commit.operations(),
                            era.catalog(newest.base().catalog()),
                            change -> {}));
        }
    }
}
