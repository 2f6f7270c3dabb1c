package org.thetisdb.history;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the snapshot that a query asks for with USE. Thread safe. */
public final class PastSnapshots {
    private static final String AS_DATETIME = "RETURN datetime($value) AS value";

    private final GraphStore store;
    private final QueryEngine engine;
    private final RunOptions options;

    public PastSnapshots(GraphStore store, QueryEngine engine, RunOptions options) {
        this.store = store;
        this.engine = engine;
        this.options = options;
    }

    /**
     * The snapshot.
     *
     * @param parameters those of the query
     * @param now any snapshot, on which the value is computed
     */
    public Snapshot find(PastGraph past, Map<String, Object> parameters, Snapshot now) {
        try {
            Object value = value(past.valueQuery(), parameters, now);
            return switch (past.by()) {
                case REVISION -> store.snapshot(revision(value));
                case TIME -> snapshotAt(store, timeMillis(value, now));
            };
        } catch (ThetisException failure) {
            // A place in the value's own query means nothing to the user.
            throw failure.withoutPosition().at(past.position());
        }
    }

    /** As of a time, in milliseconds since 1970; an error says what the earliest time is. */
    public static Snapshot snapshotAt(GraphStore store, long timeMillis) {
        try {
            return store.snapshotAt(timeMillis);
        } catch (ThetisException failure) {
            if (failure.code() != ErrorCode.REVISION_NOT_FOUND) {
                throw failure;
            }
            long oldest = store.history().oldestRevision();
            String since = store.history().revisions(oldest, oldest).stream()
                    .map(revision -> ", since=" + Instant.ofEpochMilli(revision.timeMillis()))
                    .findFirst()
                    .orElse("");
            throw new ThetisException(
                    ErrorCode.REVISION_NOT_FOUND,
                    "no revision can be read that was committed at this time or before: time="
                            + Instant.ofEpochMilli(timeMillis) + ", oldestRevision=" + oldest + since
                            + "; CALL history.revisions() lists them",
                    failure);
        }
    }

    private static long revision(@Nullable Object value) {
        if (value instanceof Long revision) {
            return revision;
        }
        throw new ThetisException(
                ErrorCode.INVALID_ARGUMENT,
                "USE revision() takes the number of a revision: value=" + DisplayText.of(value)
                        + "; CALL history.revisions() lists them");
    }

    /** In milliseconds since 1970; a part of a millisecond counts as before the next. */
    private long timeMillis(@Nullable Object value, Snapshot now) {
        Object time = value == null || value instanceof ZonedDateTime
                ? value
                : value(AS_DATETIME, Collections.singletonMap("value", value), now);
        if (time instanceof ZonedDateTime moment) {
            return moment.toInstant().toEpochMilli();
        }
        throw new ThetisException(
                ErrorCode.INVALID_ARGUMENT,
                "USE time() takes a datetime, or a text such as '2026-11-21T10:00:00Z': value="
                        + DisplayText.of(value));
    }

    private @Nullable Object value(String query, Map<String, Object> parameters, Snapshot now) {
        try (ResultCursor cursor = engine.run(query, parameters, options, now)) {
            while (cursor.rowCount() == 0) {
                if (!cursor.next()) {
                    throw new IllegalStateException("no row: query=" + query);
                }
            }
            return cursor.column(0).valueAt(0);
        }
    }
}
