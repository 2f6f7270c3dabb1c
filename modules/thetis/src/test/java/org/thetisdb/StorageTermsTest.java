package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.report.StoreDescription;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class StorageTermsTest {
    @TempDir
    Path folder;

    /** The compiler sees that each choice of users has a counterpart; this, that storage offers no other. */
    @Test
    void choices_areAllThatStorageOffers() {
        assertThat(Arrays.stream(Durability.values()).map(StorageTerms::stored))
                .containsExactly(org.thetisdb.storage.options.Durability.values());
        assertThat(Arrays.stream(Isolation.values()).map(StorageTerms::stored))
                .containsExactly(org.thetisdb.storage.options.Isolation.values());
        assertThat(Arrays.stream(CheckDepth.values()).map(StorageTerms::stored))
                .containsExactly(org.thetisdb.storage.options.CheckDepth.values());
    }

    @Test
    void retention_isStorages_andForEverWithoutLimit() {
        assertThat(StorageTerms.stored(Retention.ALL).isAll()).isTrue();
        assertThat(StorageTerms.stored(Retention.ofRevisions(5)))
                .isEqualTo(org.thetisdb.storage.options.Retention.ofRevisions(5));
        assertThat(StorageTerms.stored(Retention.ofAge(Duration.ofHours(2))))
                .isEqualTo(org.thetisdb.storage.options.Retention.ofMillis(7_200_000));
        assertThat(Retention.ofAge(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Retention.ALL);
    }

    @Test
    void retention_negative_isRefused() {
        assertThatThrownBy(() -> Retention.ofAge(Duration.ofMillis(-1)))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessageContaining("age=PT-0.001S");
        assertThatThrownBy(() -> Retention.ofRevisions(-1)).hasMessageContaining("revisions=-1");
    }

    @Test
    void checkReport_showsEachFinding() {
        org.thetisdb.storage.report.CheckReport.Finding finding =
                new org.thetisdb.storage.report.CheckReport.Finding("page 7", "a checksum", "none");
        CheckReport shown = StorageTerms.shown(
                new org.thetisdb.storage.report.CheckReport(List.of(finding), 3, 40, 500, List.of("a file of nobody")));
        assertThat(shown.isSound()).isFalse();
        assertThat(shown.findings()).containsExactly(new CheckReport.Finding("page 7", "a checksum", "none"));
        assertThat(shown.findings().getFirst()).hasToString(finding.toString());
        assertThat(shown).isEqualTo(new CheckReport(shown.findings(), 3, 40, 500, List.of("a file of nobody")));
    }

    @Test
    void backupResult_hasTheTimeOfItsRevision() {
        Path target = Path.of("copy");
        assertThat(StorageTerms.shown(new org.thetisdb.storage.report.BackupResult(target, 7, 1_000, 2, 3, 4, 5)))
                .isEqualTo(new BackupResult(target, 7, Instant.ofEpochSecond(1), 2, 3, 4, 5));
    }

    /** Counters of the page cache have a method of their own. */
    @Test
    void description_showsAllOfStorages() {
        List<String> stored = Arrays.stream(StoreDescription.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("counters"))
                .toList();
        assertThat(Arrays.stream(DatabaseDescription.class.getRecordComponents())
                        .map(RecordComponent::getName))
                .containsExactlyElementsOf(stored);
    }

    @Test
    void description_ofADatabase_isThatOfItsStore() {
        try (Database database = Database.create(folder.resolve("db"));
                Session session = database.session()) {
            session.run("CREATE (:Person {id: 1})-[:KNOWS {since: 1833}]->(:Person {id: 2})")
                    .consume();
            session.run("CREATE INDEX FOR (p:Person) ON (p.id)").consume();
            database.checkpoint();
            StoreDescription stored = database.store().describe();
            DatabaseDescription shown = database.describe();
            assertThat(shown.labels()).isEqualTo(stored.labels()).containsEntry("Person", 2L);
            assertThat(shown.types()).isEqualTo(stored.types()).containsEntry("KNOWS", 1L);
            assertThat(List.copyOf(shown.structureBytes().entrySet()))
                    .isEqualTo(List.copyOf(stored.structureBytes().entrySet()));
            // The same fields under the same names: a record's text shows all of them.
            assertThat(shown.columns().toString()).isEqualTo(stored.columns().toString());
            assertThat(shown.indexes().toString()).isEqualTo(stored.indexes().toString());
            assertThat(shown.files().toString())
                    .isEqualTo(stored.files().toString().replace("File[", "DataFile["));
            assertThat(shown.pageCache()).isEqualTo(stored.pageCache());
        }
    }

    @Test
    void options_areReadAsTheyWereGiven() {
        Clock clock = Clock.systemUTC();
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemoryBytes(1 << 20)
                .withEngine("pread")
                .withThreadCount(3)
                .withQueryTimeout(Duration.ofSeconds(4))
                .withQueryMemoryBytes(5)
                .withPlanCacheEntries(6)
                .withBatchRows(7)
                .withIsolation(Isolation.SERIALIZABLE)
                .withDurability(Durability.INTERVAL)
                .withFlushDelay(Duration.ofMillis(8))
                .withRetention(Retention.ofRevisions(9))
                .withRetryTime(Duration.ofSeconds(10))
                .withClock(clock)
                .withFilesIn(Path.of("files"))
                .withEngineVariant("plan-seed=11")
                .asReadOnly();
        assertThat(options.memoryBytes()).isEqualTo(1 << 20);
        assertThat(options.engine()).isEqualTo("pread");
        assertThat(options.threadCount()).isEqualTo(3);
        assertThat(options.queryTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(options.queryMemoryBytes()).isEqualTo(5);
        assertThat(options.planCacheEntries()).isEqualTo(6);
        assertThat(options.batchRows()).isEqualTo(7);
        assertThat(options.isolation()).isEqualTo(Isolation.SERIALIZABLE);
        assertThat(options.durability()).isEqualTo(Durability.INTERVAL);
        assertThat(options.flushDelay()).isEqualTo(Duration.ofMillis(8));
        assertThat(options.retention()).isEqualTo(Retention.ofRevisions(9));
        assertThat(options.retryTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.clock()).isSameAs(clock);
        assertThat(options.files()).isEqualTo(FileAccess.in(Path.of("files")));
        assertThat(options.isReadOnly()).isTrue();
        assertThat(options.store().durability()).isEqualTo(org.thetisdb.storage.options.Durability.INTERVAL);
        assertThat(options.store().retention()).isEqualTo(org.thetisdb.storage.options.Retention.ofRevisions(9));
        assertThat(options.core().engine().variant().planSeed()).hasValue(11);
        assertThat(DatabaseOptions.byDefault().durability()).isEqualTo(Durability.SYNC);
    }

    @Test
    void flushDelay_mustBePositive() {
        assertThatThrownBy(() -> DatabaseOptions.byDefault().withFlushDelay(Duration.ZERO))
                .hasMessageContaining("flushDelay=PT0S");
    }
}
