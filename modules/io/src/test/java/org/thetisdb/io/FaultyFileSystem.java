package org.thetisdb.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The local file system with faults on demand: a disk that is full after so many bytes, reads that return little, reads
 * that fail within a range, reads that take long. It also counts the reads of its engine.
 */
final class FaultyFileSystem implements FileSystem {
    static final String ENGINE = "faulty";

    private final FileSystem real = new LocalFileSystem();
    private final AtomicLong capacityBytes = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong readCalls = new AtomicLong();
    private volatile long readBytesMax = Long.MAX_VALUE;
    private volatile long failingOffset = -1;
    private volatile Runnable beforeRead = () -> {};

    FaultyFileSystem fullAfterBytes(long bytes) {
        capacityBytes.set(bytes);
        return this;
    }

    FaultyFileSystem readingAtMost(long bytes) {
        readBytesMax = bytes;
        return this;
    }

    FaultyFileSystem failingAt(long offset) {
        failingOffset = offset;
        return this;
    }

    FaultyFileSystem beforeRead(Runnable action) {
        beforeRead = action;
        return this;
    }

    long readCalls() {
        return readCalls.get();
    }

    @Override
    public List<IoEngine.Candidate> engines() {
        IoEngine engine = new IoEngine() {
            @Override
            public String name() {
                return ENGINE;
            }

            @Override
            public ReadableFile open(Path file) {
                return new FaultyReadableFile(real.openForRead(file));
            }
        };
        return List.of(
                new IoEngine.Candidate.Absent("ring", "not on this planet"),
                new IoEngine.Candidate.Available(engine),
                new IoEngine.Candidate.Available(new FileChannelEngine()));
    }

    @Override
    public ReadableFile openForRead(Path file) {
        return new FaultyReadableFile(real.openForRead(file));
    }

    @Override
    public WritableFile create(Path file) {
        return new FaultyWritableFile(real.create(file));
    }

    @Override
    public TemporaryFile createTemporary(Path directory) {
        return new FaultyTemporaryFile(real.createTemporary(directory));
    }

    @Override
    public WritableFile openForWrite(Path file) {
        return new FaultyWritableFile(real.openForWrite(file));
    }

    @Override
    public List<Path> list(Path directory) {
        return real.list(directory);
    }

    @Override
    public boolean exists(Path file) {
        return real.exists(file);
    }

    @Override
    public Path realPath(Path file) {
        return real.realPath(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        return real.isDirectory(file);
    }

    @Override
    public long sizeBytes(Path file) {
        return real.sizeBytes(file);
    }

    @Override
    public void createDirectories(Path directory) {
        real.createDirectories(directory);
    }

    @Override
    public void renameAtomically(Path source, Path target) {
        real.renameAtomically(source, target);
    }

    @Override
    public void delete(Path file) {
        real.delete(file);
    }

    @Override
    public void forceDirectory(Path directory) {
        real.forceDirectory(directory);
    }

    @Override
    public DirectoryLock lock(Path directory, String fileName) {
        return real.lock(directory, fileName);
    }

    @Override
    public DirectoryLock lock(Path directory) {
        return real.lock(directory);
    }

    private final class FaultyReadableFile implements ReadableFile {
        private final ReadableFile file;

        FaultyReadableFile(ReadableFile file) {
            this.file = file;
        }

        @Override
        public Path path() {
            return file.path();
        }

        @Override
        public long sizeBytes() {
            return file.sizeBytes();
        }

        @Override
        public long read(long offset, MemorySegment target) {
            readCalls.incrementAndGet();
            beforeRead.run();
            if (failingOffset >= offset && failingOffset < offset + target.byteSize()) {
                throw new ThetisException(ErrorCode.IO_FAILED, "Injected: file=" + path() + ", offset=" + offset);
            }
            return file.read(offset, target.asSlice(0, Math.min(readBytesMax, target.byteSize())));
        }

        @Override
        public void close() {
            file.close();
        }
    }

    private final class FaultyTemporaryFile implements TemporaryFile {
        private final TemporaryFile file;

        FaultyTemporaryFile(TemporaryFile file) {
            this.file = file;
        }

        @Override
        public void write(long offset, byte[] source, int from, int length) {
            if (capacityBytes.addAndGet(-length) < 0) {
                throw IoErrors.diskFull(
                        Path.of("temporary"), offset, length, new IOException("No space left on device"));
            }
            file.write(offset, source, from, length);
        }

        @Override
        public void read(long offset, byte[] into, int from, int length) {
            file.read(offset, into, from, length);
        }

        @Override
        public MemorySegment map(long offset, long length, Arena arena) {
            return file.map(offset, length, arena);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    private final class FaultyWritableFile implements WritableFile {
        private final WritableFile file;

        FaultyWritableFile(WritableFile file) {
            this.file = file;
        }

        @Override
        public Path path() {
            return file.path();
        }

        @Override
        public long sizeBytes() {
            return file.sizeBytes();
        }

        @Override
        public void write(long offset, MemorySegment source) {
            if (capacityBytes.addAndGet(-source.byteSize()) < 0) {
                throw IoErrors.diskFull(path(), offset, source.byteSize(), new IOException("No space left on device"));
            }
            file.write(offset, source);
        }

        @Override
        public void force() {
            file.force();
        }

        @Override
        public void truncate(long sizeBytes) {
            file.truncate(sizeBytes);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
