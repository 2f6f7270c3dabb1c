package org.thetisdb.importer.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.csv.BlockReader;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.plan.Table;
import org.thetisdb.importer.plan.TableFile;
import org.thetisdb.io.FileSystem;

/** The files of some tables, read into blocks of whole rows for the workers. The producer's, but for the positions. */
final class TableFiles {
    private final CsvFormat format;
    private final FileSystem fileSystem;
    private final WorkQueue queue;
    private final Map<Path, Integer> numbers = new HashMap<>();
    private final List<Path> paths = new ArrayList<>();
    private final AtomicLong readBytes = new AtomicLong();
    private long totalBytes;

    /** Makes a piece of work of a block. */
    interface ItemFactory {
        /** @param header whether the block's first row holds names */
        WorkItem item(TableFile file, CsvBlock block, boolean header);
    }

    TableFiles(List<Table> tables, CsvFormat format, FileSystem fileSystem, WorkQueue queue) {
        this.format = format;
        this.fileSystem = fileSystem;
        this.queue = queue;
        for (Table table : tables) {
            for (TableFile file : table.files()) {
                totalBytes += file.sizeBytes();
                number(file);
            }
        }
    }

    /** The number by which positions name a file; given when it is first met. */
    private int number(TableFile file) {
        return numbers.computeIfAbsent(file.path(), path -> {
            paths.add(path);
            return paths.size() - 1;
        });
    }

    /** What rows' positions mean. */
    Positions positions() {
        return new Positions(paths);
    }

    /** Of all files. */
    long totalBytes() {
        return totalBytes;
    }

    /** So far, before decompression. */
    long readBytes() {
        return readBytes.get();
    }

    /**
     * Adds all rows of a table to the queue.
     *
     * @param afterBlock called after each block
     */
    void read(Table table, ItemFactory factory, Runnable afterBlock) {
        for (TableFile file : table.files()) {
            boolean header = file.header();
            try (BlockReader reader = new BlockReader(
                    file.path(),
                    CsvInput.open(fileSystem, file.path(), readBytes),
                    format,
                    Positions.of(number(file), 1))) {
                CsvBlock block = queue.freeBlock();
                while (reader.next(block)) {
                    queue.add(factory.item(file, block, header));
                    header = false;
                    afterBlock.run();
                    block = queue.freeBlock();
                }
                queue.release(block);
            }
        }
    }
}
