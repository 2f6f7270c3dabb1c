package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a process is to do. Passed as a JSON file.
 *
 * @param part the experiment
 * @param project the project's root
 * @param data the data's name
 * @param store the database, which is opened for reading only
 * @param mode how statements are run
 * @param queries their names
 * @param isStoreRead whether the whole store is read before
 * @param threadCount threads of a query
 * @param memoryBytes all that the database may hold in memory
 * @param codeCache a directory where adaptive modes keep code from one process to the next; empty for none
 * @param limits how long it may take
 * @param result the file to write the result to
 */
record ModeOrder(
        Part part,
        String project,
        String data,
        String store,
        RunMode mode,
        List<String> queries,
        boolean isStoreRead,
        int threadCount,
        long memoryBytes,
        String codeCache,
        AdaptiveOptions.Limits limits,
        String result) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    ModeOrder {
        queries = List.copyOf(queries);
    }

    /** What a command line asks for, without anything that is a process' own. */
    static ModeOrder of(Part part, AdaptiveOptions options, Path store, List<String> queries) {
        return new ModeOrder(
                part,
                options.projectDirectory().toString(),
                options.data(),
                store.toString(),
                RunMode.ADAPTIVE,
                queries,
                false,
                options.threadCounts().getFirst(),
                options.memoryBytes(),
                options.codeCache().map(Path::toString).orElse(""),
                options.limits(),
                "");
    }

    /** The same in another mode, with a file for its result. */
    ModeOrder in(RunMode other, Path file) {
        return new ModeOrder(
                part,
                project,
                data,
                store,
                other,
                queries,
                isStoreRead,
                threadCount,
                memoryBytes,
                codeCache,
                limits,
                file.toString());
    }

    /** The same with other threads. */
    ModeOrder withThreads(int count) {
        return new ModeOrder(
                part, project, data, store, mode, queries, isStoreRead, count, memoryBytes, codeCache, limits, result);
    }

    /** The same with code kept in a directory. */
    ModeOrder withCodeCache(Path directory) {
        return new ModeOrder(
                part,
                project,
                data,
                store,
                mode,
                queries,
                isStoreRead,
                threadCount,
                memoryBytes,
                directory.toString(),
                limits,
                result);
    }

    /** The same after reading the store, or without that. */
    ModeOrder withStoreRead(boolean isRead) {
        return new ModeOrder(
                part, project, data, store, mode, queries, isRead, threadCount, memoryBytes, codeCache, limits, result);
    }

    static ModeOrder read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), ModeOrder.class);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this));
    }
}
