package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import org.thetisdb.importer.ImportOptions;
import org.thetisdb.importer.ImportPlan;
import org.thetisdb.importer.ImportProgress;
import org.thetisdb.importer.ImportResult;
import org.thetisdb.importer.Importer;
import org.thetisdb.io.LocalFileSystem;

/**
 * Thetis' importer. It is separate from {@link ThetisPeer}, so that another build whose importer has moved can still be
 * opened, read and changed: a class is linked when it is first used.
 */
final class ThetisImport {
    private ThetisImport() {}

    /** Imports the files of a folder as a mapping says, and returns what was imported, in words. */
    static String run(Path mapping, Path folder, Path database, long memoryBytes, int threadCount) throws IOException {
        ImportPlan plan = ImportPlan.fromMapping(new LocalFileSystem(), mapping, folder);
        ImportOptions options =
                ImportOptions.defaults().withMemoryBytes(memoryBytes).withThreadCount(threadCount);
        ImportResult result = new Importer(options).run(plan, database, ImportProgress.NONE);
        return result.toString();
    }
}
