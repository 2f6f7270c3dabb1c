package org.thetisdb.rows;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;

/** Writes the rows of a result into a file that is there when it is whole, and not before. Stateless. */
public final class RowOutput {
    private static final int BUFFER_CHARACTERS = 128 << 10;

    /** What the rows take by which the file begins: fewer where they are long. */
    private static final long AHEAD_BYTES_MAX = 2 << 20;

    private RowOutput() {}

    /**
     * Reads a result to its end, and again from its beginning if a row comes that does not fit what the file has begun
     * with.
     *
     * @param query runs the query
     * @param place says what file is meant, and that it may be written; asked again before the file takes its name, for
     *     a folder may have become a link meanwhile
     * @param random for the name of the file while it is written
     * @param progress hears now and then how many rows are written
     * @return the number of rows
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS} if the file exists and may not be replaced; {@link
     *     ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}; the file is as it was then
     */
    public static long write(
            Supplier<RowSource> query,
            FileSystem fileSystem,
            Supplier<Path> place,
            CopyTree.Format format,
            CopyTree.Options options,
            RandomGenerator random,
            LongConsumer progress) {
        Path target = place.get();
        requireFree(fileSystem, target, options);
        String name = target.getFileName().toString();
        Path part = target.resolveSibling("." + name + "." + Long.toHexString(random.nextLong()) + ".part");
        RowText text = new RowText(format, options);
        OptionalLong count = OptionalLong.empty();
        try {
            while (count.isEmpty()) {
                try (RowSource rows = query.get();
                        WritableFile file = fileSystem.create(part)) {
                    count = write(rows, file, name.toLowerCase(Locale.ROOT), text, progress);
                    file.force();
                }
                if (count.isEmpty()) {
                    fileSystem.delete(part);
                }
            }
            // Somebody may have made it meanwhile.
            requireFree(fileSystem, target, options);
            if (!place.get().equals(target)) {
                throw new ThetisException(
                        ErrorCode.IO_FAILED,
                        "the place of the file became another one while it was written: file=" + target + ", now="
                                + place.get() + "; nothing was copied");
            }
            fileSystem.renameAtomically(part, target);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            deleteQuietly(fileSystem, part, failure);
            throw failure;
        }
        fileSystem.forceEntry(target);
        return count.getAsLong();
    }

    private static void requireFree(FileSystem fileSystem, Path target, CopyTree.Options options) {
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !fileSystem.isDirectory(folder)) {
            throw new ThetisException(
                    ErrorCode.FILE_MISSING,
                    "COPY needs a folder that exists: file=" + target + ", folder=" + folder
                            + "; make the folder first, or choose another");
        }
        if (fileSystem.isDirectory(target) || fileSystem.exists(target) && !options.overwrite()) {
            throw new ThetisException(
                    ErrorCode.IMPORT_TARGET_EXISTS,
                    "COPY would replace what exists: file=" + target
                            + "; choose another name, or write (OVERWRITE true) to replace a file");
        }
    }

    private static void deleteQuietly(FileSystem fileSystem, Path part, Throwable failure) {
        try {
            if (fileSystem.exists(part)) {
                fileSystem.delete(part);
            }
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    /** The number of rows; empty if one does not fit the beginning. */
    private static OptionalLong write(
            RowSource rows, WritableFile file, String name, RowText format, LongConsumer progress) {
        try (OutputStream raw = new FileStream(file);
                OutputStream stream = compressed(raw, name)) {
            StringBuilder text = new StringBuilder(BUFFER_CHARACTERS);
            List<Object[]> ahead = new ArrayList<>();
            long aheadBytes = 0;
            while (ahead.size() < format.rowsAhead() && aheadBytes < AHEAD_BYTES_MAX && rows.hasNext()) {
                Object[] row = rows.next();
                ahead.add(row);
                aheadBytes += HeapSize.ofAll(row);
            }
            format.begin(text, rows.columns(), ahead);
            long count = 0;
            while (count < ahead.size() || rows.hasNext()) {
                if (!format.append(text, count < ahead.size() ? ahead.get((int) count) : rows.next())) {
                    return OptionalLong.empty();
                }
                count++;
                if (text.length() >= BUFFER_CHARACTERS) {
                    flush(text, stream);
                    progress.accept(count);
                }
            }
            flush(text, stream);
            return OptionalLong.of(count);
        } catch (IOException failed) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED, "cannot write file=" + file.path() + ": " + failed.getMessage(), failed);
        }
    }

    private static OutputStream compressed(OutputStream raw, String name) throws IOException {
        if (name.endsWith(".gz")) {
            return new GZIPOutputStream(raw, BUFFER_CHARACTERS);
        }
        return name.endsWith(".zst") ? new ZstdOutputStreamNoFinalizer(raw) : raw;
    }

    private static void flush(StringBuilder text, OutputStream stream) throws IOException {
        stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }

    /** A file as a stream; closing it leaves the file open. */
    private static final class FileStream extends OutputStream {
        private final WritableFile file;
        private long offset;

        FileStream(WritableFile file) {
            this.file = file;
        }

        @Override
        public void write(int unit) {
            write(new byte[] {(byte) unit}, 0, 1);
        }

        @Override
        public void write(byte[] source, int from, int length) {
            file.write(offset, MemorySegment.ofArray(source).asSlice(from, length));
            offset += length;
        }
    }
}
