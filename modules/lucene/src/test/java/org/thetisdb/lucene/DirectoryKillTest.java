package org.thetisdb.lucene;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.thetisdb.io.PageCache;

/** A real process that indexes is killed, and leaves a sound index with all that it said was committed, and no lock. */
@LuceneTestCase.SuppressFileSystems("*") // The other process knows none of them.
@SuppressWarnings("missing-explicit-ctor") // JUnit 4 makes them, and wants public classes.
public class DirectoryKillTest extends LuceneTestCase {
    public void testAKilledProcessLosesNoCommit() throws Exception {
        killOften(2);
    }

    @Nightly
    public void testAProcessKilledOftenLosesNoCommit() throws Exception {
        killOften(40);
    }

    private static void killOften(int kills) throws Exception {
        Path path = createTempDir("kill");
        int commit = 0;
        for (int kill = 0; kill < kills; kill++) {
            int acknowledged = indexAndKill(path, commit, 1 + random().nextInt(20));
            try (PageCache cache = TestPages.cache(TestPages.TINY);
                    PageCacheDirectory directory = TestPages.directory(path, cache, TestPages.PAGE_BYTES_MIN)) {
                int found = NumberedIndex.verify(directory);
                assertTrue("found commit " + found + " after " + acknowledged, found >= acknowledged);
                commit = found;
            }
        }
    }

    /** The last commit that was acknowledged before the process was killed. */
    private static int indexAndKill(Path path, int formerCommit, int commits) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        IndexingProcess.class.getName(),
                        path.toString(),
                        Integer.toString(formerCommit))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int acknowledged = formerCommit;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            while (acknowledged < formerCommit + commits) {
                String line = lines.readLine();
                assertNotNull("the process ended by itself", line);
                acknowledged = Integer.parseInt(line);
            }
            process.destroyForcibly();
            process.waitFor();
        }
        return acknowledged;
    }
}
