package org.thetisdb.storage.transaction;

import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.delta.IdAllocator;
import org.thetisdb.storage.delta.NameTable;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogRecord;

/** Brings back what was committed after the base's root, from the log. */
final class Recovery {
    private long revision;
    private long timeMillis;
    private long recordCount;
    private long byteCount;

    private Recovery(BaseSnapshot base) {
        revision = base.revision();
        timeMillis = base.root().timeMillis();
    }

    /** Reads the log's tail, if there is one. */
    static Recovery into(BaseSnapshot base, Era era, NameTable names, IdAllocator ids, LogCursor tail) {
        Recovery recovery = new Recovery(base);
        try (Era.Replay replay = era.replay(ids)) {
            while (tail.next()) {
                recovery.put(tail.record(), replay, names);
            }
        }
        recovery.recordCount = tail.recordCount();
        recovery.byteCount = tail.byteCount();
        return recovery;
    }

    /** Where there is no log, the base is all. */
    static Recovery nothing(BaseSnapshot base) {
        return new Recovery(base);
    }

    private void put(LogRecord record, Era.Replay replay, NameTable names) {
        switch (record) {
            case LogRecord.Token token -> put(token, names);
            case LogRecord.Commit commit -> {
                replay.commit(commit.revision(), commit.operations(), names.catalog(), names::apply);
                revision = commit.revision();
                timeMillis = commit.timeMillis();
            }
        }
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
