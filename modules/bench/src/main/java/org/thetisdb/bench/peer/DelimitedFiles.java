package org.thetisdb.bench.peer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes several delimited text files side by side; one line per call. Not thread-safe. */
final class DelimitedFiles implements AutoCloseable {
    private static final int BUFFER_CHARS = 1 << 18;

    private final Path directory;
    private final Map<String, BufferedWriter> writers = new LinkedHashMap<>();

    DelimitedFiles(Path directory) {
        this.directory = directory;
    }

    Path path(String name) {
        return directory.resolve(name + ".csv");
    }

    void open(String name) throws IOException {
        writers.put(
                name, new BufferedWriter(Files.newBufferedWriter(path(name), StandardCharsets.UTF_8), BUFFER_CHARS));
    }

    void line(String name, List<String> first, List<String> second) throws IOException {
        BufferedWriter writer = Objects.requireNonNull(writers.get(name));
        boolean separate = false;
        for (String field : first) {
            if (separate) {
                writer.write('|');
            }
            writer.write(field);
            separate = true;
        }
        for (String field : second) {
            if (separate) {
                writer.write('|');
            }
            writer.write(field);
            separate = true;
        }
        writer.write('\n');
    }

    @Override
    public void close() throws IOException {
        for (BufferedWriter writer : writers.values()) {
            writer.close();
        }
    }
}
