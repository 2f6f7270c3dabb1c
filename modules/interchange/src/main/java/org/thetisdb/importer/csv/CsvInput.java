package org.thetisdb.importer.csv;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Opens files for reading from front to back, decompressed by what their names end with. */
public final class CsvInput {
    /** zstd frames may look back this far: 2^27 bytes, what {@code zstd --long} writes. */
    private static final int ZSTD_WINDOW_BITS_MAX = 27;

    private static final int COMPRESSED_BUFFER_BYTES = 128 << 10;

    private CsvInput() {}

    /**
     * Opens a file. The stream is to be read and closed by the calling thread.
     *
     * @param readBytes grows by the bytes taken from the file, before decompression
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}
     */
    public static InputStream open(FileSystem fileSystem, Path file, AtomicLong readBytes) {
        InputStream raw = new FileStream(fileSystem.openForRead(file), readBytes);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".gz")) {
                return new GZIPInputStream(raw, COMPRESSED_BUFFER_BYTES);
            }
            if (name.endsWith(".zst")) {
                return new ZstdInputStreamNoFinalizer(raw).setLongMax(ZSTD_WINDOW_BITS_MAX);
            }
            return raw;
        } catch (IOException failed) {
            close(raw, file);
            throw failure(file, failed);
        }
    }

    /** What a stream says when the file cannot be read or decompressed, as an error that names the file. */
    public static ThetisException failure(Path file, IOException cause) {
        return new ThetisException(
                ErrorCode.IO_FAILED,
                "cannot read file=" + file + ": " + cause.getMessage()
                        + "; check that the file is complete and compressed as its name says",
                cause);
    }

    /** That a row is no text. */
    public static ThetisException notUtf8(Path file, RowSplitter.WrongByte wrong) {
        return new ThetisException(
                ErrorCode.IMPORT_BAD_ROW,
                "not UTF-8: file=" + file + ", line=" + wrong.line() + ", " + wrong
                        + "; convert the file to UTF-8 first");
    }

    private static void close(InputStream stream, Path file) {
        try {
            stream.close();
        } catch (IOException failed) {
            throw failure(file, failed);
        }
    }

    /** A file as a stream. */
    private static final class FileStream extends InputStream {
        private final ReadableFile file;
        private final AtomicLong readBytes;
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment buffer = arena.allocate(COMPRESSED_BUFFER_BYTES);
        private long offset;
        private int bufferStart;
        private int bufferEnd;

        FileStream(ReadableFile file, AtomicLong readBytes) {
            this.file = file;
            this.readBytes = readBytes;
        }

        @Override
        public int read() {
            if (bufferStart == bufferEnd && !fill()) {
                return -1;
            }
            return buffer.get(ValueLayout.JAVA_BYTE, bufferStart++) & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) {
            Objects.checkFromIndexSize(from, length, target.length);
            if (length == 0) {
                return 0;
            }
            if (bufferStart == bufferEnd && !fill()) {
                return -1;
            }
            int count = Math.min(length, bufferEnd - bufferStart);
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, bufferStart, target, from, count);
            bufferStart += count;
            return count;
        }

        private boolean fill() {
            int count = (int) file.read(offset, buffer);
            if (count <= 0) {
                return false;
            }
            offset += count;
            readBytes.addAndGet(count);
            bufferStart = 0;
            bufferEnd = count;
            return true;
        }

        @Override
        public int available() {
            // GZIPInputStream asks this to find out whether another member follows.
            return bufferStart < bufferEnd ? bufferEnd - bufferStart : (int) Math.min(1, file.sizeBytes() - offset);
        }

        @Override
        public void close() {
            if (arena.scope().isAlive()) {
                arena.close();
                file.close();
            }
        }
    }
}
