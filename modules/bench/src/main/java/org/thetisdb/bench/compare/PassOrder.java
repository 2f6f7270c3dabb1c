package org.thetisdb.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a JVM of its own is to measure. Passed as a JSON file.
 *
 * @param project the project's root
 * @param data the data's name ({@link CompareData#of})
 * @param names which measurements
 * @param setCount parameter sets per query at most
 * @param rounds rounds per query
 * @param secondsPerQuery rounds stop when one query has taken this long in all
 * @param warmupSeconds warm-up per query and build, at most this long
 * @param memoryBytes page cache of each build
 * @param builds both builds, in the order in which they are loaded
 * @param result the file to write the outcomes to
 */
record PassOrder(
        String project,
        String data,
        QueryNames names,
        int setCount,
        int rounds,
        int secondsPerQuery,
        int warmupSeconds,
        long memoryBytes,
        List<LoadedBuild> builds,
        String result) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A build with its store.
     *
     * @param name as which its numbers are shown
     * @param library the folder of its jars
     * @param store the directory of its store, which is copied before it is opened
     */
    record LoadedBuild(String name, String library, String store) {}

    PassOrder {
        builds = List.copyOf(builds);
    }

    static PassOrder read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), PassOrder.class);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this));
    }
}
