package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.thetisdb.bench.peer.UpdateClient;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStatement;
import org.thetisdb.snb.UpdateStream;

/** A client that does one update after another, day by day; to be closed before its target. One thread at a time. */
final class UpdateWriter implements BooleanSupplier, AutoCloseable {
    private final UpdateStream stream;
    private final UpdateClient client;
    private final Map<String, String> texts;
    private final long pauseNanos;
    private Iterator<UpdateStatement> day = List.<UpdateStatement>of().iterator();

    private UpdateWriter(UpdateStream stream, UpdateClient client, Map<String, String> texts, long pauseNanos) {
        this.stream = stream;
        this.client = client;
        this.texts = texts;
        this.pauseNanos = pauseNanos;
    }

    /**
     * @param texts of the statements, by query
     * @param pauseNanos before each statement
     */
    static UpdateWriter open(UpdateTarget target, Dataset dataset, Map<String, String> texts, long pauseNanos)
            throws IOException {
        return new UpdateWriter(UpdateStream.open(dataset.folder()), target.client(), texts, pauseNanos);
    }

    /** Does the next update; returns whether there are more. */
    @Override
    public boolean getAsBoolean() {
        if (day.hasNext()) {
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
            UpdateStatement statement = day.next();
            client.update(Objects.requireNonNull(texts.get(statement.query())), statement.parameters());
        }
        if (!day.hasNext()) {
            day = nextDay();
        }
        return day.hasNext();
    }

    /** The statements of the next day that has any; none at the end. */
    private Iterator<UpdateStatement> nextDay() {
        try {
            Optional<UpdateBatch> next = stream.next();
            while (next.isPresent() && next.get().statements().isEmpty()) {
                next = stream.next();
            }
            return next.map(UpdateBatch::statements).orElse(List.of()).iterator();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        try (UpdateStream _ = stream) {
            client.close();
        }
    }
}
