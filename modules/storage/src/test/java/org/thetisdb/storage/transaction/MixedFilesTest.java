package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a database whose files do not belong together never gives a wrong answer, and is never called sound. Method: a
 * small one is made with several data files and log segments, an older copy of it, a copy that took another course and
 * another database. Each file is swapped with and replaced by each other, by its namesakes in the three, deleted, cut,
 * made longer, and single bits of it are flipped. Each time one of two things must be so:
 *
 * <ul>
 *   <li>the check refuses it or has findings, and names the file (or one that it was mixed up with);
 *   <li>it can be opened and written, and every revision reads as it did: the damage does no harm.
 * </ul>
 *
 * Whatever the check says, what can be read is right.
 */
final class MixedFilesTest {
    private static final long SEED = 7;
    private static final FileDamage.Depth SOME = new FileDamage.Depth(4, 12);
    private static final FileDamage.Depth MANY = new FileDamage.Depth(300, 600);
    private static final Path BACKUP = Path.of("/simulated/backup");

    private final StoredFiles older = StoredFiles.create(SEED).advance(SEED, 2);
    private final StoredFiles whole = older.advance(SEED + 1, 3);
    private final StoredFiles fork = older.advance(SEED + 2, 3);
    private final StoredFiles other =
            StoredFiles.create(SEED + 3).advance(SEED + 3, 2).advance(SEED + 3, 3);
    private final List<String> faults = new ArrayList<>();
    private int refused;
    private int found;
    private int harmless;

    /** How a look at a damaged directory ended. */
    private record Outcome(boolean isSound, boolean isOpen, String text) {}

    @Test
    void everyPairOfFiles_isFoundOrDoesNoHarm() {
        examineDatabase(SOME);
    }

    @Test
    @Tag("long")
    void everyPairOfFilesAndManyDamages_areFoundOrDoNoHarm() {
        examineDatabase(MANY);
        examineBackup(MANY);
    }

    @Test
    void everyPairOfFilesOfABackup_isFoundOrDoesNoHarm() {
        examineBackup(SOME);
    }

    private void examineDatabase(FileDamage.Depth depth) {
        assertThat(whole.files()).hasSizeGreaterThan(8);
        Map<String, TreeMap<String, byte[]>> others = new TreeMap<>(Map.of(
                "another database", other.files(), "an older copy", older.files(), "another course", fork.files()));
        assertThat(check(whole.files(), StoredFiles.DIRECTORY)).isEqualTo(new Outcome(true, true, ""));
        for (FileDamage damage : FileDamage.all(whole.files(), others, depth, SEED)) {
            judge(damage, check(damage.files(), StoredFiles.DIRECTORY), reopen(damage.files()));
        }
        report();
    }

    private void report() {
        System.out.println("refused " + refused + ", found by the check " + found + ", harmless " + harmless);
        assertThat(faults).isEmpty();
        assertThat(refused).isGreaterThan(100);
    }

    private void judge(FileDamage damage, Outcome checked, Outcome read) {
        String text = damage + ": check: " + checked.text() + "; open: " + read.text();
        if (checked.isSound() && !(read.isOpen() && read.isSound())) {
            faults.add("called sound: " + text);
        } else if (!checked.isSound() && !isNamed(damage, checked.text())) {
            faults.add("not by name: " + text);
        } else if (read.isOpen() && !read.isSound() && read.text().startsWith("WRONG")) {
            faults.add("wrong answer: " + text);
        }
        refused += checked.isOpen() ? 0 : 1;
        found += checked.isOpen() && !checked.isSound() ? 1 : 0;
        harmless += checked.isSound() ? 1 : 0;
    }

    /** Which of two files is the wrong one cannot always be told: it may be the one after, or the one it came from. */
    private static boolean isNamed(FileDamage damage, String text) {
        TreeSet<String> names = new TreeSet<>(List.of(damage.name()));
        for (String word : damage.what().split(" ")) {
            names.add(word);
        }
        return names.stream()
                .filter(name -> name.contains("."))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .anyMatch(text::contains);
    }

    private static Outcome check(TreeMap<String, byte[]> files, Path directory) {
        SimulatedFileSystem fileSystem = StoredFiles.written(files, directory);
        StoreOptions options = StoredFiles.options(fileSystem).asReadOnly();
        try (GraphStore store = GraphStore.open(directory, options)) {
            CheckReport report = store.check((phase, items) -> {});
            return new Outcome(
                    report.isSound(),
                    true,
                    report.isSound() ? "" : report.findings().toString());
        } catch (ThetisException refusal) {
            return new Outcome(false, false, refusal.code() + " " + refusal.getMessage());
        }
    }

    private Outcome reopen(TreeMap<String, byte[]> files) {
        SimulatedFileSystem fileSystem = StoredFiles.written(files, StoredFiles.DIRECTORY);
        StoreOptions options = StoredFiles.options(fileSystem).withRandom(new Random(SEED));
        try (GraphStore store = GraphStore.open(StoredFiles.DIRECTORY, options)) {
            return look(store, true);
        } catch (ThetisException refusal) {
            return new Outcome(false, false, refusal.code() + " " + refusal.getMessage());
        }
    }

    /** Reads revisions of all eras, then writes. */
    private Outcome look(GraphStore store, boolean writes) {
        long newest = whole.revisions().lastKey();
        try {
            if (store.revision() != newest || store.history().oldestRevision() != 1) {
                return new Outcome(
                        false, true, "WRONG revisions " + store.history().oldestRevision() + " to " + store.revision());
            }
            for (long revision = newest; revision >= 1; revision -= revision > 5 ? 5 : 1) {
                if (!GraphModel.describe(store.snapshot(revision))
                        .equals(whole.revisions().get(revision))) {
                    return new Outcome(false, true, "WRONG revision " + revision);
                }
            }
            if (writes) {
                commit(store);
                store.checkpoint();
                commit(store);
            }
            return new Outcome(true, true, "");
        } catch (ThetisException problem) {
            // Whoever meets damage while reading is told; that is no wrong answer.
            assertThat(problem.code()).as(problem.getMessage()).isNotEqualTo(ErrorCode.INTERNAL);
            return new Outcome(false, true, problem.code() + " " + problem.getMessage());
        }
    }

    private static void commit(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            transaction.createNode(transaction.labelSet(transaction.label("After")), new int[0], new Object[0]);
            transaction.commit(Optional.empty());
        }
    }

    /** The files of a backup of the database. */
    private static TreeMap<String, byte[]> backup(StoredFiles source, TreeMap<String, byte[]> former) {
        SimulatedFileSystem fileSystem = StoredFiles.written(source.files(), StoredFiles.DIRECTORY);
        fileSystem.createDirectories(BACKUP);
        former.forEach((name, bytes) -> {
            fileSystem.createDirectories(BACKUP.resolve(name).getParent());
            fileSystem.writeAll(BACKUP.resolve(name), bytes);
        });
        try (GraphStore store = GraphStore.open(StoredFiles.DIRECTORY, StoredFiles.options(fileSystem))) {
            store.backup(BACKUP, true, (phase, items) -> {});
        }
        return StoredFiles.read(fileSystem, BACKUP);
    }

    private void examineBackup(FileDamage.Depth depth) {
        TreeMap<String, byte[]> olderBackup = backup(older, new TreeMap<>());
        TreeMap<String, byte[]> files = backup(whole, olderBackup);
        Map<String, TreeMap<String, byte[]>> others = new TreeMap<>(Map.of(
                "another database",
                backup(other, new TreeMap<>()),
                "an older copy",
                olderBackup,
                "another course",
                backup(fork, new TreeMap<>())));
        assertThat(check(files, BACKUP)).isEqualTo(new Outcome(true, true, ""));
        for (FileDamage damage : FileDamage.all(files, others, depth, SEED)) {
            boolean isOlder =
                    damage.name().equals("backup.thetis") && damage.what().contains("an older copy");
            // The older list of files is that of the older backup, whose files are all there still.
            if (!isOlder) {
                judge(damage, check(damage.files(), BACKUP), restore(damage.files()));
            }
        }
        report();
    }

    private Outcome restore(TreeMap<String, byte[]> files) {
        SimulatedFileSystem fileSystem = StoredFiles.written(files, BACKUP);
        StoreOptions options = StoredFiles.options(fileSystem);
        try {
            GraphStore.restore(BACKUP, StoredFiles.DIRECTORY, false, options, (phase, items) -> {});
            try (GraphStore store = GraphStore.open(StoredFiles.DIRECTORY, options)) {
                return look(store, true);
            }
        } catch (ThetisException refusal) {
            return new Outcome(false, false, refusal.code() + " " + refusal.getMessage());
        }
    }
}
