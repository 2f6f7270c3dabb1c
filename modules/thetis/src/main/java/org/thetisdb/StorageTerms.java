package org.thetisdb;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.StoreDescription;

/**
 * The one place where what users choose becomes what storage calls it, and what storage reports becomes what users see.
 * So no user has to know storage, and it may change without them. Stateless.
 */
final class StorageTerms {
    private StorageTerms() {}

    static org.thetisdb.storage.Durability stored(Durability chosen) {
        return switch (chosen) {
            case SYNC -> org.thetisdb.storage.Durability.SYNC;
            case INTERVAL -> org.thetisdb.storage.Durability.INTERVAL;
            case OFF -> org.thetisdb.storage.Durability.OFF;
        };
    }

    static org.thetisdb.storage.Isolation stored(Isolation chosen) {
        return switch (chosen) {
            case SNAPSHOT -> org.thetisdb.storage.Isolation.SNAPSHOT;
            case SERIALIZABLE -> org.thetisdb.storage.Isolation.SERIALIZABLE;
        };
    }

    static org.thetisdb.storage.CheckDepth stored(CheckDepth chosen) {
        return switch (chosen) {
            case NEWEST -> org.thetisdb.storage.CheckDepth.NEWEST;
            case ALL_ROOTS -> org.thetisdb.storage.CheckDepth.ALL_ROOTS;
        };
    }

    static org.thetisdb.storage.Retention stored(Retention chosen) {
        return new org.thetisdb.storage.Retention(
                chosen.revisions(), chosen.age().toMillis());
    }

    static CheckReport shown(org.thetisdb.storage.CheckReport report) {
        List<CheckReport.Finding> findings = report.findings().stream()
                .map(finding -> new CheckReport.Finding(finding.location(), finding.expected(), finding.found()))
                .toList();
        return new CheckReport(findings, report.findingCount(), report.pageCount(), report.itemCount(), report.notes());
    }

    static BackupResult shown(org.thetisdb.storage.BackupResult result) {
        return new BackupResult(
                result.target(),
                result.revision(),
                Instant.ofEpochMilli(result.timeMillis()),
                result.copiedBytes(),
                result.copiedFiles(),
                result.totalBytes(),
                result.verifiedPages());
    }

    static LogReplay shown(org.thetisdb.storage.LogReplay replay) {
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
