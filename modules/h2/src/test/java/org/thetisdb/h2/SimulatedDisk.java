package org.thetisdb.h2;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.List;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.value.ThetisException;

/** A simulated disk as H2 sees one, as far as a store of keys and values needs it. */
final class SimulatedDisk extends FilePath {
    private static final String SCHEME = "simulated";

    private final SimulatedFileSystem fileSystem;

    SimulatedDisk(SimulatedFileSystem fileSystem, String name) {
        this.fileSystem = fileSystem;
        this.name = name;
    }

    private Path path() {
        return Path.of(name);
    }

    @Override
    public FilePath getPath(String path) {
        return new SimulatedDisk(fileSystem, path.startsWith(SCHEME) ? path.substring(SCHEME.length() + 1) : path);
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public long size() {
        return exists() ? fileSystem.sizeBytes(path()) : 0;
    }

    @Override
    public void moveTo(FilePath newName, boolean atomicReplace) {
        fileSystem.renameAtomically(path(), Path.of(newName.name));
    }

    @Override
    public boolean createFile() {
        if (exists()) {
            return false;
        }
        fileSystem.create(path()).close();
        return true;
    }

    @Override
    public boolean exists() {
        return fileSystem.exists(path());
    }

    @Override
    public void delete() {
        if (exists()) {
            fileSystem.delete(path());
        }
    }

    @Override
    public List<FilePath> newDirectoryStream() {
        return fileSystem.list(path()).stream()
                .map(file -> getPath(file.toString()))
                .toList();
    }

    @Override
    public FilePath toRealPath() {
        return this;
    }

    @Override
    public FilePath getParent() {
        return getPath(path().getParent().toString());
    }

    @Override
    public boolean isDirectory() {
        return fileSystem.isDirectory(path());
    }

    @Override
    public boolean isRegularFile() {
        return exists() && !isDirectory();
    }

    @Override
    public boolean isAbsolute() {
        return path().isAbsolute();
    }

    @Override
    public long lastModified() {
        return 0;
    }

    @Override
    public boolean canWrite() {
        return true;
    }

    @Override
    public void createDirectory() {
        fileSystem.createDirectories(path());
    }

    @Override
    public boolean setReadOnly() {
        return false;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        createFile();
        try {
            return new SimulatedChannel(fileSystem.openForRead(path()), fileSystem.openForWrite(path()));
        } catch (ThetisException problem) {
            throw new IOException(problem);
        }
    }

    /** Throws what a channel of the JDK would throw. */
    private static final class SimulatedChannel extends FileBaseDefault {
        private final ReadableFile readable;
        private final WritableFile writable;

        SimulatedChannel(ReadableFile readable, WritableFile writable) {
            this.readable = readable;
            this.writable = writable;
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocate(Math.max(1, target.remaining()));
                long count = readable.read(position, bytes);
                if (count <= 0) {
                    return -1;
                }
                target.put(bytes.asSlice(0, Math.min(count, target.remaining())).asByteBuffer());
                return (int) count;
            }
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            int bytes = source.remaining();
            try {
                writable.write(position, MemorySegment.ofBuffer(source));
            } catch (ThetisException problem) {
                throw new IOException(problem);
            }
            source.position(source.limit());
            return bytes;
        }

        @Override
        protected void implTruncate(long size) {
            writable.truncate(size);
        }

        @Override
        public synchronized void force(boolean metaData) throws IOException {
            try {
                writable.force();
            } catch (ThetisException problem) {
                throw new IOException(problem);
            }
        }

        @Override
        public long size() {
            return readable.sizeBytes();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            return new FileLock(this, position, size, shared) {
                @Override
                public boolean isValid() {
                    return true;
                }

                @Override
                public void release() {
                    // Nobody else asks for it.
                }
            };
        }

        @Override
        protected void implCloseChannel() {
            try (WritableFile _ = writable) {
                readable.close();
            }
        }
    }
}
