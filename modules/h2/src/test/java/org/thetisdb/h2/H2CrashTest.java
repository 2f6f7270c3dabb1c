package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;

/**
 * What a crash leaves of H2's store, at any moment: where writes have reached the device in their order, each commit
 * that was forced before is there. Where any sectors of what was not forced are lost, H2 does not find all of the
 * damage, since it has no checksum of its pages; then it finds through pages what it finds without. And what the disk
 * refuses is an error, after which the file is still read as it is.
 */
class H2CrashTest {
    private static final Path FOLDER = Path.of("/crash");
    private static final Path FILE = FOLDER.resolve("store.mv.db");
    private static final int COMMITS = 12;
    private static final Set<String> IN_ORDER = Set.of("NOTHING", "EVERYTHING", "PREFIX");
    private static final String FOUND = "found commit ";

    @Test
    void crashes_loseNoCommit() {
        check(60);
    }

    @Test
    @Tag("long")
    void manyCrashes_loseNoCommit() {
        check(3_000);
    }

    /** The simulated disk under the scheme, for as long as something is done with it. */
    private static void with(SimulatedFileSystem fileSystem, Runnable action) {
        try (PageCache cache = PageCache.open(fileSystem, PageCacheOptions.of(MemoryBudget.ofBytes(Pages.TINY)))) {
            PagedFilePath registered = new PagedFilePath(
                    PagedFilePath.SCHEME,
                    new OpenFiles(cache, Pages.PAGE_BYTES_MIN),
                    new SimulatedDisk(fileSystem, FOLDER.toString()));
            FilePath beside = new SimulatedDisk(fileSystem, FOLDER.toString());
            FilePath.register(registered);
            FilePath.register(beside);
            action.run();
            FilePath.unregister(beside);
            FilePath.unregister(registered);
        }
    }

    private static SimulatedFileSystem withOneCommit() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(FOLDER);
        with(fileSystem, () -> {
            try (MVStore store = NumberedStore.open("paged:" + FILE)) {
                NumberedStore.commit(store, 1);
            }
        });
        return fileSystem;
    }

    private static void check(int imageCount) {
        // H2 does not force the directory, so the file is there before.
        SimulatedFileSystem fileSystem = withOneCommit();
        fileSystem.startRecording();
        List<Integer> acknowledged = new ArrayList<>();
        with(fileSystem, () -> {
            try (MVStore store = NumberedStore.open("paged:" + FILE)) {
                for (int commit = 2; commit <= COMMITS; commit++) {
                    NumberedStore.commit(store, commit);
                    acknowledged.add(fileSystem.eventCount());
                }
            }
        });
        long seed = Long.getLong("thetis.seed", new Random().nextLong());
        fileSystem.sampleCrashImages(seed, imageCount, image -> {
            CrashImage same = fileSystem.crashImage(seed, image.eventCount(), image.imageNumber());
            String beside = outcome(same, "simulated:");
            assertThat(outcome(image, "paged:")).as(image.toString()).isEqualTo(beside);
            if (IN_ORDER.contains(image.mode())) {
                assertThat(beside).as(image.toString()).startsWith(FOUND);
                assertThat(Integer.parseInt(beside.substring(FOUND.length())))
                        .as(image.toString())
                        .isGreaterThanOrEqualTo(leastCommit(image, acknowledged));
            }
        });
    }

    private static int leastCommit(CrashImage image, List<Integer> acknowledged) {
        long commits = acknowledged.stream()
                .filter(eventCount -> eventCount <= image.eventCount())
                .count();
        return 1 + (int) commits;
    }

    /** The commit that is found, after which the next can be made; or what H2 says, or what is wrong. */
    private static String outcome(CrashImage image, String scheme) {
        StringBuilder outcome = new StringBuilder();
        with(image.fileSystem(), () -> {
            try (MVStore store = NumberedStore.open(scheme + FILE)) {
                int found = NumberedStore.verify(store);
                NumberedStore.commit(store, found + 1);
                assertThat(NumberedStore.verify(store)).isEqualTo(found + 1);
                outcome.append(FOUND).append(found);
            } catch (MVStoreException damaged) {
                outcome.append("H2 found damage: ").append(damaged.getErrorCode());
            } catch (AssertionError wrong) {
                outcome.append("wrong: ").append(wrong.getMessage());
            }
        });
        return outcome.toString();
    }

    @Test
    void aWriteThatFailsInTheMiddle_leavesWhatTheFileHas() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(FOLDER);
        with(fileSystem, () -> failInTheMiddle(fileSystem));
    }

    private static void failInTheMiddle(SimulatedFileSystem fileSystem) {
        try (FileChannel channel = FilePath.get("paged:" + FILE).open("rw")) {
            byte[] former = new byte[20_000];
            channel.write(ByteBuffer.wrap(former), 0);
            channel.read(ByteBuffer.allocate(former.length), 0);
            fileSystem.failWrite(FILE::equals, 5_000);
            byte[] later = new byte[20_000];
            Arrays.fill(later, (byte) 1);
            assertThatThrownBy(() -> channel.write(ByteBuffer.wrap(later), 0)).isInstanceOf(IOException.class);
            ByteBuffer found = ByteBuffer.allocate(former.length);
            assertThat(channel.read(found, 0)).isEqualTo(former.length);
            assertThat(found.array()).isEqualTo(fileSystem.readAll(FILE));
        } catch (IOException problem) {
            throw new AssertionError(problem);
        }
    }

    @Test
    void aForceThatFails_isAnError_andAReadThatFailsToo() {
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        fileSystem.createDirectories(FOLDER);
        with(fileSystem, () -> {
            try (FileChannel channel = FilePath.get("paged:" + FILE).open("rw")) {
                channel.write(ByteBuffer.allocate(20_000), 0);
                fileSystem.failForce(FILE::equals);
                assertThatThrownBy(() -> channel.force(true)).isInstanceOf(IOException.class);
                fileSystem.failOpen(FILE::equals);
                assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1), 0))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(FILE.toString());
                fileSystem.failOpen(_ -> false);
                assertThat(channel.read(ByteBuffer.allocate(1), 0)).isEqualTo(1);
            } catch (IOException problem) {
                throw new AssertionError(problem);
            }
        });
    }
}
