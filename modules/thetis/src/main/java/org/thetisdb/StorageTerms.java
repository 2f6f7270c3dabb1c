package org.thetisdb;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.file.LocalCodeStore;
import org.thetisdb.running.TransactionState;
import org.thetisdb.storage.report.StoreDescription;

/**
 * The one place where what users choose becomes what storage calls it, and what storage reports becomes what users see.
 * So no user has to know storage, and it may change without them. Stateless.
 */
final class StorageTerms {
    private StorageTerms() {}

    static org.thetisdb.storage.options.Durability stored(Durability chosen) {
        return switch (chosen) {
            case SYNC -> org.thetisdb.storage.options.Durability.SYNC;
            case INTERVAL -> org.thetisdb.storage.options.Durability.INTERVAL;
            case OFF -> org.thetisdb.storage.options.Durability.OFF;
        };
    }

    static org.thetisdb.storage.options.Isolation stored(Isolation chosen) {
        return switch (chosen) {
            case SNAPSHOT -> org.thetisdb.storage.options.Isolation.SNAPSHOT;
            case SERIALIZABLE -> org.thetisdb.storage.options.Isolation.SERIALIZABLE;
        };
    }

    static org.thetisdb.storage.options.CheckDepth stored(CheckDepth chosen) {
        return switch (chosen) {
            case NEWEST -> org.thetisdb.storage.options.CheckDepth.NEWEST;
            case ALL_ROOTS -> org.thetisdb.storage.options.CheckDepth.ALL_ROOTS;
        };
    }

    static org.thetisdb.storage.options.Retention stored(Retention chosen) {
        return new org.thetisdb.storage.options.Retention(
                chosen.revisions(), chosen.age().toMillis());
    }

    /** A limit beyond 292 years is none, which is 0. */
    static OptionalLong nanos(Optional<Duration> limit) {
        return limit.map(chosen -> OptionalLong.of(nanos(chosen, 0))).orElseGet(OptionalLong::empty);
    }

    /** A limit beyond 292 years is none. */
    static long nanos(Duration limit, long none) {
        return limit.toSeconds() > Long.MAX_VALUE / 1_000_000_000L - 1 ? none : limit.toNanos();
    }

    static CodeCacheDescription shown(Path directory, CodeCacheSummary kept) {
        return new CodeCacheDescription(
                directory,
                kept.fileCount(),
                kept.bytes(),
                LocalCodeStore.DEFAULT_BYTES_MAX,
                kept.fasterCount(),
                kept.slowerCount(),
                kept.tooLongCount(),
                kept.unusableCount());
    }

    static TransactionDescription shown(TransactionState state, Instant now) {
        return new TransactionDescription(
                state.id(),
                state.sessionId(),
                state.statement().map(TransactionState.StatementState::text),
                switch (state.status()) {
                    case RUNNING -> TransactionDescription.Status.RUNNING;
                    case IDLE -> TransactionDescription.Status.IDLE;
                    case CLOSING -> TransactionDescription.Status.CLOSING;
                    case TERMINATED -> TransactionDescription.Status.TERMINATED;
                },
                now.minusNanos(state.elapsedNanos()),
                Duration.ofNanos(state.elapsedNanos()),
                Duration.ofNanos(state.idleNanos()),
                state.readOnly(),
                switch (state.isolation()) {
                    case SNAPSHOT -> Isolation.SNAPSHOT;
                    case SERIALIZABLE -> Isolation.SERIALIZABLE;
                },
                state.revision(),
                state.memoryBytes(),
                state.pinnedBytes(),
                Duration.ofNanos(state.timeoutNanos()),
                Duration.ofNanos(state.idleTimeoutNanos()));
    }

    static CheckReport shown(org.thetisdb.storage.report.CheckReport report) {
        List<CheckReport.Finding> findings = report.findings().stream()
                .map(finding -> new CheckReport.Finding(finding.location(), finding.expected(), finding.found()))
                .toList();
        return new CheckReport(findings, report.findingCount(), report.pageCount(), report.itemCount(), report.notes());
    }

    static BackupResult shown(org.thetisdb.storage.report.BackupResult result) {
        return new BackupResult(
                result.target(),
                result.revision(),
                Instant.ofEpochMilli(result.timeMillis()),
                result.copiedBytes(),
                result.copiedFiles(),
                result.totalBytes(),
                result.verifiedPages());
    }

    static LogReplay shown(org.thetisdb.storage.report.LogReplay replay) {
        return new LogReplay(replay.records(), replay.bytes());
    }

    static DatabaseDescription shown(StoreDescription store) {
        return new DatabaseDescription(
                store.directory(),
                store.databaseId(),
                store.formatVersion(),
                store.revision(),
                store.fileBytes(),
                store.pageBytes(),
                store.nodeCount(),
                store.relationshipCount(),
                store.chunkCount(),
                store.labels(),
                store.types(),
                store.structureBytes(),
                store.files().stream().map(StorageTerms::shown).toList(),
                store.earlierRootCount(),
                store.columns().stream().map(StorageTerms::shown).toList(),
                store.indexes().stream().map(StorageTerms::shown).toList(),
                store.pageCache());
    }

    private static DatabaseDescription.DataFile shown(StoreDescription.File file) {
        return new DatabaseDescription.DataFile(file.name(), file.bytes(), file.liveBytes());
    }

    private static DatabaseDescription.Column shown(StoreDescription.Column column) {
        Map<String, DatabaseDescription.Usage> encodings = new LinkedHashMap<>();
        column.encodings()
                .forEach((name, usage) ->
                        encodings.put(name, new DatabaseDescription.Usage(usage.segmentCount(), usage.bytes())));
        return new DatabaseDescription.Column(column.owner(), column.propertyKey(), column.valueCount(), encodings);
    }

    private static DatabaseDescription.Index shown(StoreDescription.Index index) {
        return new DatabaseDescription.Index(index.label(), index.propertyKey(), index.unique(), index.entryCount());
    }
}
