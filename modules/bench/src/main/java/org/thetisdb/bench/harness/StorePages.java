package org.thetisdb.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the pages of a store's files are before a process opens it.
 *
 * @param store the database's folder
 */
public record StorePages(Path store) {
    /** Reads all files, so that the system has them in its cache as far as there is room. */
    public void read() throws IOException {
        for (Path file : files()) {
            try (InputStream stream = Files.newInputStream(file)) {
                stream.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** Has all files written to the device, without which the system cannot drop what was changed. */
    public void force() throws IOException {
        for (Path file : files()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    /**
     * Asks the system to drop all files from its cache.
     *
     * @return whether it was asked
     */
    public boolean drop() throws IOException, InterruptedException {
        boolean isAsked = true;
        for (Path file : files()) {
            isAsked &= SystemCache.drop(file);
        }
        return isAsked;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(store)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        return files;
    }
}
