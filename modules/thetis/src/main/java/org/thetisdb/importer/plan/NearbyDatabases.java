package org.thetisdb.importer.plan;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.GraphStore;

/** What to tell where a database was looked for and there is none. Stateless. */
public final class NearbyDatabases {
    private static final int LISTED_MAX = 20;

    private NearbyDatabases() {}

    /** A phrase to be put behind an error: which databases lie beside that place; empty if there is none. */
    public static String phrase(FileSystem fileSystem, Path directory) {
        Path absolute = directory.toAbsolutePath().normalize();
        Path folder = absolute.getParent();
        if (folder == null) {
            return "";
        }
        if (!fileSystem.isDirectory(folder)) {
            return "; the directory " + folder + " is missing too";
        }
        List<String> databases = fileSystem.list(folder).stream()
                .filter(each -> GraphStore.isStoreDirectory(fileSystem, each))
                .map(each -> each.getFileName().toString())
                .toList();
        return databases.isEmpty()
                ? ""
                : Suggestions.phrase(absolute.getFileName().toString(), databases, LISTED_MAX);
    }
}
