package org.thetisdb.io;

import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.thetisdb.io.system.IoErrors;

/** The operating system's file system. Immutable; any thread. */
public final class LocalFileSystem implements FileSystem {
    private final IoEngine fileChannelEngine = new FileChannelEngine();

    /** The file system of this machine; all that are made are alike. */
    public LocalFileSystem() {}

    @Override
    public List<IoEngine.Candidate> engines() {
        return List.of(
                PreadEngine.find(),
                new IoEngine.Candidate.Untried(UringEngine.NAME, UringEngine::find),
                DirectEngine.find(),
                new IoEngine.Candidate.Untried(MappedEngine.NAME, MappedEngine::find),
                new IoEngine.Candidate.Available(fileChannelEngine));
    }

    @Override
    public ReadableFile openForRead(Path file) {
        return fileChannelEngine.open(file);
    }

    @Override
    public WritableFile create(Path file) {
        try {
            return FileChannelWritableFile.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw IoErrors.createFailed(file, e);
        }
    }

    @Override
    public TemporaryFile createTemporary(Path directory) {
        return LocalTemporaryFile.create(directory);
    }

    @Override
    public WritableFile openForWrite(Path file) {
        try {
            return FileChannelWritableFile.open(file, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw IoErrors.failed("open for writing", file, e);
        }
    }

    @Override
    public List<Path> list(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            throw IoErrors.failed("list the directory", directory, e);
        }
        Collections.sort(entries);
        return List.copyOf(entries);
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public Path realPath(Path file) {
        Path absolute = file.toAbsolutePath();
        try {
            return absolute.toRealPath();
        } catch (IOException e) {
            Path parent = absolute.getParent();
            if (parent == null) {
                throw IoErrors.failed("resolve", file, e);
            }
            return realPath(parent).resolve(absolute.getFileName()).normalize();
        }
    }

    @Override
    public boolean isDirectory(Path file) {
        return Files.isDirectory(file);
    }

    @Override
    public long sizeBytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw IoErrors.failed("read the size", file, e);
        }
    }

    @Override
    public void createDirectories(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (NoSuchFileException _) {
            // Such as below /proc: nothing is missing that could be made.
            throw IoErrors.failed("create the directory", directory, "its file system does not take new ones");
        } catch (IOException e) {
            throw IoErrors.failed("create the directory", directory, e);
        }
    }

    @Override
    public void renameAtomically(Path source, Path target) {
        try {
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw IoErrors.failed("rename to " + target, source, e);
        }
    }

    @Override
    public void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw IoErrors.failed("delete", file, e);
        }
    }

    @Override
    public void forceDirectory(Path directory) {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            // Windows has no handle on a directory that could be flushed; its metadata is journalled.
            return;
        }
        // Unlike a file channel, this one is not closed by an interrupt of the calling thread.
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw IoErrors.failed("force the directory", directory, e);
        }
    }

    @Override
    public DirectoryLock lock(Path directory) {
        return LocalDirectoryLock.acquire(directory, Optional.empty());
    }

    @Override
    public DirectoryLock lock(Path directory, String fileName) {
        return LocalDirectoryLock.acquire(directory, Optional.of(fileName));
    }
}
