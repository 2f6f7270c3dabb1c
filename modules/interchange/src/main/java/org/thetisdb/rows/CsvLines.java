package org.thetisdb.rows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.thetisdb.importer.csv.BlockReader;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A file's rows one by one, as text, however many fields each has. Belongs to one thread. */
public final class CsvLines implements AutoCloseable {
    /** Blocks grow when a row is longer. */
    private static final int BLOCK_BYTES = 256 << 10;

    private static final byte LIST_SEPARATOR = ';';

    private final Path file;
    private final InputStream stream;
    private final BlockReader blocks;
    private final RowSplitter splitter;
    private final CsvBlock block = new CsvBlock(BLOCK_BYTES);
    private final ArrayDeque<List<String>> rows = new ArrayDeque<>();
    private long rowNumber;

    /**
     * Opens a file, which may be compressed.
     *
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}
     */
    public CsvLines(FileSystem fileSystem, Path file, byte separator) {
        CsvFormat format = new CsvFormat(separator, '"', LIST_SEPARATOR);
        this.file = file;
        this.stream = CsvInput.open(fileSystem, file, new AtomicLong());
        this.blocks = new BlockReader(file, stream, format, 1);
        this.splitter = new RowSplitter(format);
    }

    /** The fields of the next row, null for what is empty and not quoted; null at the end. */
    public @Nullable List<@Nullable String> next() {
        while (rows.isEmpty()) {
            if (!blocks.next(block)) {
                return null;
            }
            splitter.begin(block, new int[0], 0);
            for (List<String> row = splitter.fields(); !row.isEmpty(); row = splitter.fields()) {
                rowNumber++;
                splitter.wrongByte().ifPresent(wrong -> {
                    throw CsvInput.notUtf8(file, wrong);
                });
                if (splitter.isRowDamaged()) {
                    throw new ThetisException(
                            ErrorCode.IMPORT_BAD_ROW,
                            "a quoted field does not end where the field ends: file=" + file + ", row=" + rowNumber
                                    + "; double the quotes inside quotes");
                }
                rows.add(row);
            }
        }
        return rows.poll();
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException failed) {
            throw CsvInput.failure(file, failed);
        }
    }
}
