package org.thetisdb.file;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** The error for a directory without a database. Stateless. */
public final class NearbyDatabases {
    private static final int LISTED_MAX = 20;

    private NearbyDatabases() {}

    /** The error that there is no database, with those in the same folder. */
    public static ThetisException told(ThetisException notFound, FileSystem fileSystem, Path directory) {
        String nearby = phrase(fileSystem, directory);
        return nearby.isEmpty()
                ? notFound
                : new ThetisException(notFound.code(), notFound.getMessage() + nearby, notFound);
    }

    private static String phrase(FileSystem fileSystem, Path directory) {
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
                : Suggestions.orAll(absolute.getFileName().toString(), databases, LISTED_MAX);
    }
}
