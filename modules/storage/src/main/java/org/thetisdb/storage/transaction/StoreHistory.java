package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.EntityImage;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.change.ChangedIds;
import org.thetisdb.storage.change.EntityImages;
import org.thetisdb.storage.delta.Delta;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.ReaderComparison;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.LogRecord;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.report.Revision;

/**
 * Reads history off the version chains of eras, and off the log where whole revisions are compared.
 *
 * <p>Thread safe: one thread at a time reads the log. The segments that it read last stay open for the next one that
 * asks; those that are deleted meanwhile are let go of at once, or when the one who reads has done so.
 */
final class StoreHistory implements History, AutoCloseable {
    /** So far apart two revisions still count as asked for in order: reading on is cheaper than looking up. */
    private static final int IN_ORDER_REVISIONS = 16;

    private static final int BLOCK_REVISIONS = 512;

    private final Revisions published;

    /** Held by the one who reads the log. */
    private final ReentrantLock lock = new ReentrantLock();

    private Optional<LogReader> reader = Optional.empty();

    /** Whether segments are gone that the reader may have open. */
    private volatile boolean truncated;

    /** Times of consecutive revisions, the last that were read from the log. They never change. */
    private long[] times = new long[0];

    private long timesFrom;
    private long timeAskedFor;

    StoreHistory(Revisions published) {
        this.published = published;
    }

    /** Told that segments of the log were deleted. Waits for nobody: who reads the log lets go of them afterwards. */
    void noteTruncated() {
        truncated = true;
        letGoOfDeleted();
    }

    /** Either the lock is free here, or the one who holds it comes here when it has given it back. */
    private void letGoOfDeleted() {
        while (truncated && lock.tryLock()) {
            try {
                truncated = false;
                closeReader();
            } finally {
                lock.unlock();
            }
        }
    }

    private void closeReader() {
        reader.ifPresent(LogReader::close);
        reader = Optional.empty();
    }

    /** Does something that reads the log. */
    private <T> T reading(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
            letGoOfDeleted();
        }
    }

    /** The log, once there is one; under the lock. */
    private Optional<LogReader> log() {
        if (reader.isEmpty()) {
            reader = published.logReader();
        }
        return reader;
    }

    @Override
    public long oldestRevision() {
        return published.eras().getFirst().base().revision();
    }

    @Override
    public List<Revision> revisions(long from, long to) {
        return reading(() -> revisionsRead(from, to));
    }

    private List<Revision> revisionsRead(long from, long to) {
        List<Revision> revisions = new ArrayList<>();
        long oldest = oldestRevision();
        long last = Math.min(to, published.revision());
        if (from <= oldest && oldest <= last) {
            revisions.add(new Revision(
                    oldest, published.eras().getFirst().base().root().timeMillis(), Optional.empty()));
        }
        long first = Math.max(from, oldest + 1);
        if (first <= last) {
            revisions.addAll(log().orElseThrow().revisions(first, last));
        }
        return revisions;
    }

    /** Looks a time up, or reads on from the one before if that is near: mostly they are asked for in order. */
    private long timeMillis(long revision) {
        long oldest = oldestRevision();
        return revision == oldest
                ? published.eras().getFirst().base().root().timeMillis()
                : reading(() -> timeInLog(revision));
    }

    private long timeInLog(long revision) {
        boolean inOrder = revision > timeAskedFor && revision - timeAskedFor <= IN_ORDER_REVISIONS;
        timeAskedFor = revision;
        if (inOrder && !isTimeKnown(revision)) {
            times = log().orElseThrow().revisions(revision, revision + BLOCK_REVISIONS - 1).stream()
                    .mapToLong(Revision::timeMillis)
                    .toArray();
            timesFrom = revision;
        }
        return isTimeKnown(revision)
                ? times[(int) (revision - timesFrom)]
                : log().orElseThrow().info(revision).timeMillis();
    }

    private boolean isTimeKnown(long revision) {
        return revision >= timesFrom && revision < timesFrom + times.length;
    }

    // ---------------------------------------------------------------- versions

    @Override
    public List<Version> nodeVersions(long node, boolean withProperties) {
        return versions(new Subject() {
            @Override
            public void addRevisions(Delta delta, List<Long> revisions) {
                delta.nodeRevisions(node, revisions);
            }

            @Override
            public boolean isSame(DeltaReader before, DeltaReader after) {
                return ReaderComparison.isSameNode(after, before, node);
            }

            @Override
            public Version look(DeltaReader reader) {
                return node(reader, node, withProperties);
            }
        });
    }

    @Override
    public List<Version> relationshipVersions(long relationship, boolean withProperties) {
        return versions(new Subject() {
            @Override
            public void addRevisions(Delta delta, List<Long> revisions) {
                delta.relationshipRevisions(relationship, revisions);
            }

            @Override
            public boolean isSame(DeltaReader before, DeltaReader after) {
                return ReaderComparison.isSameRelationship(after, before, relationship);
            }

            @Override
            public Version look(DeltaReader reader) {
                return relationship(reader, relationship, withProperties);
            }
        });
    }

    /** The node or relationship whose versions are asked for. */
    private interface Subject {
        /** Adds the revisions at which it was written. */
        void addRevisions(Delta delta, List<Long> revisions);

        /** Whether two readers of one delta see the same of it. */
        boolean isSame(DeltaReader before, DeltaReader after);

        /** What a reader sees of it; revision and time are put in later. */
        Version look(DeltaReader reader);
    }

    /**
     * Does something with all eras that are retained, which stay open meanwhile. Their part of the log may be
     * truncated, and then there are fewer.
     */
    private <T> T overEras(Function<List<Era>, T> work) {
        return Vanished.retry(
                this::takenEras,
                eras -> {
                    try {
                        return work.apply(eras);
                    } finally {
                        eras.forEach(Era::giveBack);
                    }
                },
                eras -> oldestRevision() != eras.getFirst().base().revision());
    }

    /** All eras that are retained, used by the caller; again where one was closed before it was taken. */
    private List<Era> takenEras() {
        while (true) {
            List<Era> eras = published.eras();
            List<Era> taken = eras.stream().takeWhile(Era::take).toList();
            if (taken.size() == eras.size()) {
                return eras;
            }
            taken.forEach(Era::giveBack);
        }
    }

    private List<Version> versions(Subject subject) {
        return overEras(eras -> versions(eras, subject));
    }

    private List<Version> versions(List<Era> eras, Subject subject) {
        List<Version> versions = new ArrayList<>();
        for (int index = 0; index < eras.size(); index++) {
            Era era = eras.get(index);
            List<Long> written = new ArrayList<>();
            subject.addRevisions(era.delta(), written);
            if (versions.isEmpty() || !written.isEmpty()) {
                add(era, new TreeSet<>(written).headSet(lastRevision(eras, index) + 1), subject, versions);
            }
        }
        return versions;
    }

    /** Adds the versions of an era: leaves out what was never there, and what is as before. */
    private void add(Era era, SortedSet<Long> written, Subject subject, List<Version> versions) {
        long first = era.base().revision();
        try (DeltaReader before = at(era, first);
                DeltaReader after = at(era, first)) {
            if (versions.isEmpty()) {
                Version ofBase = subject.look(after);
                if (ofBase.exists()) {
                    versions.add(dated(ofBase, first));
                }
            }
            for (long revision : written) {
                DeltaSnapshot snapshot = era.snapshot(revision, published.catalog());
                after.move(snapshot);
                if (!subject.isSame(before, after)) {
                    versions.add(dated(subject.look(after), revision));
                }
                before.move(snapshot);
            }
        }
    }

    /** Up to where an era tells; a transaction that outlived it may have left later versions in its delta. */
    private long lastRevision(List<Era> eras, int index) {
        return index + 1 < eras.size() ? eras.get(index + 1).base().revision() : published.revision();
    }

    private DeltaReader at(Era era, long revision) {
        return era.snapshot(revision, published.catalog()).untrackedReader();
    }

    private Version dated(Version version, long revision) {
        return new Version(revision, timeMillis(revision), version.exists(), version.labels(), version.properties());
    }

    private static boolean isSame(Version left, Version right) {
        return left.exists() == right.exists()
                && left.labels().equals(right.labels())
                && left.properties().equals(right.properties());
    }

    private static final Version NOTHING = new Version(0, 0, false, List.of(), Map.of());

    private static Version node(GraphReader reader, long node, boolean withProperties) {
        return undated(EntityImages.node(reader, node, withProperties));
    }

    private static Version relationship(GraphReader reader, long relationship, boolean withProperties) {
        return undated(EntityImages.relationship(reader, relationship, withProperties));
    }

    private static Version undated(Optional<EntityImage> image) {
        return image.map(found -> new Version(0, 0, true, found.labels(), found.properties()))
                .orElse(NOTHING);
    }

    @Override
    public List<ValueVersion> nodeValues(long node, String propertyKey) {
        List<ValueVersion> values = new ArrayList<>();
        Optional<Integer> key =
                published.catalog().propertyKeyId(propertyKey).stream().boxed().findFirst();
        if (key.isEmpty()) {
            return values;
        }
        return overEras(eras -> valueVersions(eras, node, key.get()));
    }

    private List<ValueVersion> valueVersions(List<Era> eras, long node, int key) {
        List<ValueVersion> values = new ArrayList<>();
        for (int index = 0; index < eras.size(); index++) {
            Era era = eras.get(index);
            long last = lastRevision(eras, index);
            Object before = null;
            if (values.isEmpty()) {
                try (DeltaReader reader = at(era, era.base().revision())) {
                    before = reader.nodeValue(key, node);
                }
                if (before != null) {
                    add(values, era.base().revision(), before);
                }
            }
            era.delta().forEachNodeValue(node, key, (revision, value) -> {
                if (revision <= last) {
                    add(values, revision, value);
                }
            });
        }
        return values;
    }

    private void add(List<ValueVersion> values, long revision, @Nullable Object value) {
        Object last = values.isEmpty() ? null : values.getLast().value();
        if (!Objects.equals(last, value)) {
            values.add(new ValueVersion(revision, timeMillis(revision), value));
        }
    }

    // ---------------------------------------------------------------- differences

    @Override
    public void changes(long fromRevision, long toRevision, Predicate<Change> taker) {
        Snapshot before = published.snapshot(fromRevision);
        try {
            Snapshot after = published.snapshot(toRevision);
            try {
                changes(before, after, taker);
            } finally {
                after.release();
            }
        } finally {
            before.release();
        }
    }

    private void changes(Snapshot before, Snapshot after, Predicate<Change> taker) {
        long from = before.revision();
        long to = after.revision();
        ChangedIds changed = reading(() -> changed(Math.min(from, to), Math.max(from, to)));
        try (GraphReader old = before.reader();
                GraphReader now = after.reader()) {
            for (boolean ofRelationships : new boolean[] {false, true}) {
                PrimitiveIterator.OfLong ids = (ofRelationships ? changed.relationships() : changed.nodes()).iterator();
                while (ids.hasNext()) {
                    long id = ids.nextLong();
                    Version was = ofRelationships ? relationship(old, id, true) : node(old, id, true);
                    Version is = ofRelationships ? relationship(now, id, true) : node(now, id, true);
                    // Who takes the change may take long, and reads other pages.
                    old.refresh();
                    now.refresh();
                    if (!isSame(was, is)
                            && !taker.test(new Change(id, ofRelationships, dated(was, from), dated(is, to)))) {
                        return;
                    }
                }
            }
        }
    }

    private ChangedIds changed(long from, long to) {
        ChangedIds changed = new ChangedIds();
        for (long revision = from + 1; revision <= to; revision++) {
            LogRecord.Commit commit = log().orElseThrow().commit(revision);
            commit.operations().decode(changed);
        }
        return changed;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closeReader();
        } finally {
            lock.unlock();
        }
    }
}
