package org.thetisdb.storage.transaction;

import java.util.Optional;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.checkpoint.CheckpointResult;
import org.thetisdb.storage.delta.DeltaCheckpointSource;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.LogRecord;

/**
 * Brings back what was committed after the base's root, from the log.
 *
 * <pre>
 *   root ──► era + log ──too much for memory──► checkpoint ──► next era + log ──► … ──► the newest era
 * </pre>
 *
 * <p>Opening must not need more memory than writing did, so where the changes are too many, a checkpoint takes them
 * into a base on the way. Before the first, all of the log is read to its end: what cannot be opened stays as it is.
 */
final class Recovery {
    private final StoreBase opened;
    private final EraHistory history;
    private final NameTable names;
    private final IdAllocator ids;
    private final Superblock superblock;
    private Era era;
    private Optional<Era.Replay> replay = Optional.empty();
    private boolean checked;
    private long revision;
    private long timeMillis;
    private long recordCount;
    private long byteCount;

    private Recovery(StoreBase opened, EraHistory history, NameTable names, IdAllocator ids) {
        this.opened = opened;
        this.history = history;
        this.names = names;
        this.ids = ids;
        this.superblock = opened.superblocks().current();
        this.era = history.era(opened.base());
        this.revision = opened.base().revision();
        this.timeMillis = opened.base().root().timeMillis();
    }

    /** Reads the log's tail, if there is one. */
    static Recovery run(StoreBase opened, EraHistory history, NameTable names, IdAllocator ids, LazyLog log) {
        Recovery recovery = new Recovery(opened, history, names, ids);
        boolean complete = false;
        try {
            recovery.readTail(log);
            complete = true;
        } finally {
            if (!complete) {
                recovery.era.close();
            }
        }
        return recovery;
    }

    private void readTail(LazyLog log) {
        Optional<LogReader> found = log.requiredReader(superblock, opened.base());
        if (found.isPresent()) {
            try (LogReader reader = found.get()) {
                read(reader);
            } finally {
                closeReplay();
            }
        }
    }

    private void read(LogReader reader) {
        try (LogCursor tail = reader.cursor(revision + 1).expect(superblock.logMark())) {
            while (tail.next()) {
                put(tail);
                if (era.delta().bytes() > limitBytesMax()) {
                    checkpoint(reader, tail);
                }
            }
            tail.checkEnd();
            tail.checkReached(LazyLog.requiredRevision(superblock));
            recordCount = tail.recordCount();
            byteCount = tail.byteCount();
        }
    }

    private void put(LogCursor tail) {
        LogRecord record = tail.record();
        try {
            put(record);
        } catch (RuntimeException | AssertionError doesNotFit) {
            throw tail.explain(LazyLog.requiredRevision(superblock), doesNotFit);
        }
    }

    private void put(LogRecord record) {
        switch (record) {
            case LogRecord.Token token -> put(token, names);
            case LogRecord.Commit commit -> {
                if (replay.isEmpty()) {
                    replay = Optional.of(era.replay(ids));
                }
                replay.get().commit(commit.revision(), commit.operations(), names.catalog(), names::apply);
                revision = commit.revision();
                timeMillis = commit.timeMillis();
            }
        }
    }

    private long limitBytesMax() {
        return opened.checkpointPace().limitBytesMax(era.base().root().liveBytes());
    }

    /** Makes a base of all that was read so far, and continues over it. */
    private void checkpoint(LogReader reader, LogCursor tail) {
        if (!checked) {
            checkRest(reader);
            StoreFiles.removeUnknown(
                    opened.options().fileSystem(),
                    opened.directory(),
                    era.base().root());
            checked = true;
        }
        CheckpointResult result;
        try (DeltaCheckpointSource source =
                new DeltaCheckpointSource(era.snapshot(revision, names.catalog()), timeMillis, mark(tail))) {
            // What is no longer to be retained is dropped by the next checkpoint, which knows the newest revision.
            result = opened.checkpointWriter().write(era.base(), source, 0, bytes -> source.refresh());
        }
        closeReplay();
        Era next = history.era(BaseSnapshot.open(opened.dataFiles(), result.superblock()));
        era.close();
        era = next;
        names.goOnline(next.base().catalog());
    }

    private void checkRest(LogReader reader) {
        try (LogCursor rest = reader.cursor(revision + 1).expect(superblock.logMark())) {
            rest.verifyRest(LazyLog.requiredRevision(superblock));
        }
    }

    /** What is known of the log's end stays known, although the new root does not reach that far. */
    private LogMark mark(LogCursor tail) {
        LogMark known = superblock.logMark();
        return known.revision() < revision && tail.isCommit() ? tail.mark() : known;
    }

    private void closeReplay() {
        replay.ifPresent(Era.Replay::close);
        replay = Optional.empty();
    }

    /** The newest era, with all that was committed. */
    Era era() {
        return era;
    }

    /** A name that the root knows already is passed over. */
    static void put(LogRecord.Token token, NameTable names) {
        switch (token.kind()) {
            case LABEL -> {
                if (token.id() >= names.catalog().labelCount()) {
                    names.putLabel(token.name());
                }
            }
            case TYPE -> {
                if (token.id() >= names.catalog().typeCount()) {
                    names.putType(token.name());
                }
            }
            case PROPERTY_KEY -> {
                if (token.id() >= names.catalog().propertyKeyCount()) {
                    names.putPropertyKey(token.name());
                }
            }
            case LABEL_SET -> {
                if (token.id() >= names.catalog().labelSetCount()) {
                    names.putLabelSet(token.labelIds().stream()
                            .mapToInt(Integer::intValue)
                            .toArray());
                }
            }
        }
    }

    long revision() {
        return revision;
    }

    long timeMillis() {
        return timeMillis;
    }

    long recordCount() {
        return recordCount;
    }

    long byteCount() {
        return byteCount;
    }
}
