package org.thetisdb.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.thetisdb.engine.CodeStore;

/**
 * Code of loops in a directory of this machine, a file for each.
 *
 * <pre>
 *   DIR/                             only its owner may read and write it, and that is who runs this process
 *     3f2a…c9.loop                   the same
 *     3f2a…c9.loop.PID-NUMBER.new    in the making; renamed when it is whole, so nobody reads a part of it
 * </pre>
 *
 * <p>What is read will be run, so owner and rights of directory and file are looked at before each read; where a file
 * system has no such rights nothing is kept. Files have a bound together: those that were read or written least
 * recently go. Any number of processes may share a directory. Thread safe.
 */
public final class LocalCodeStore implements CodeStore {
    /** Some thousand loops. */
    public static final long DEFAULT_BYTES_MAX = 16 << 20;

    private static final int FILE_BYTES_MAX = 1 << 20;
    private static final String SUFFIX = ".loop";
    private static final String UNFINISHED_SUFFIX = ".new";

    /** What a killed process has left is not in the making any more. */
    private static final long UNFINISHED_MILLIS_MAX = 600_000;

    private static final Set<PosixFilePermission> OWNER_ALL = PosixFilePermissions.fromString("rwx------");

    private final Path directory;
    private final long bytesMax;
    private final Clock clock;
    private final Consumer<String> notices;
    private final CodeFiles files;
    private final Set<String> told = new HashSet<>();
    private int writeCount;

    /**
     * A store.
     *
     * @param directory made when something is written first
     * @param bytesMax of all files together
     * @param clock says when a file was read last
     * @param notices takes what went wrong
     */
    public LocalCodeStore(Path directory, long bytesMax, Clock clock, Consumer<String> notices) {
        this(directory, bytesMax, clock, notices, CodeFiles.LOCAL);
    }

    /** @param files how it writes */
    LocalCodeStore(Path directory, long bytesMax, Clock clock, Consumer<String> notices, CodeFiles files) {
        this.directory = directory.toAbsolutePath();
        this.bytesMax = bytesMax;
        this.clock = clock;
        this.notices = notices;
        this.files = files;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public synchronized void notice(String text) {
        if (told.add(text)) {
            notices.accept(text + "; directory=" + directory);
        }
    }

    @Override
    public synchronized Optional<byte[]> read(String name) {
        Path file = directory.resolve(name);
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS) || !isOurs(directory, true) || !isOurs(file, false)) {
                return Optional.empty();
            }
            byte[] bytes = bytes(file);
            used(file);
            return Optional.of(bytes);
        } catch (NoSuchFileException vanished) {
            return Optional.empty();
        } catch (IOException | UnsupportedOperationException failure) {
            notice("the code cache cannot be read; loops are compiled again: " + cause(failure));
            return Optional.empty();
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            ByteBuffer into = ByteBuffer.allocate((int) Math.min(channel.size(), FILE_BYTES_MAX));
            while (into.hasRemaining() && channel.read(into) >= 0) {}
            return into.array();
        }
    }

    /** What is wrong, without the file's name: it is said once of all files. */
    private static String cause(Exception failure) {
        if (failure instanceof FileSystemException told) {
            String kind = told.getClass().getSimpleName();
            return told.getReason() == null ? kind : kind + ": " + told.getReason();
        }
        return failure.toString();
    }

    /** Notes that a file is of use; on a file system that is only read that cannot be done, and need not. */
    private void used(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        } catch (IOException ignored) {
            // Then it may be dropped earlier.
        }
    }

    /** Whether nobody but who runs this process can have written it. */
    private boolean isOurs(Path path, boolean isDirectory) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            notice("the code cache is not used; its file system does not say who may write");
            return false;
        }
        PosixFileAttributes attributes = view.readAttributes();
        boolean isKind = isDirectory ? attributes.isDirectory() : attributes.isRegularFile();
        String user = System.getProperty("user.name", "");
        boolean isOwned = attributes
                .owner()
                .equals(path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user));
        if (!isKind || !isOwned || !OWNER_ALL.containsAll(attributes.permissions())) {
            notice("the code cache is not used; it holds code that is run, so that only the user who runs the database"
                    + " may be its owner and have rights: path=" + path + ", owner=" + attributes.owner() + ", rights="
                    + PosixFilePermissions.toString(attributes.permissions()) + ", user=" + user);
            return false;
        }
        return true;
    }

    @Override
    public synchronized void write(String name, byte[] bytes) {
        if (bytes.length > FILE_BYTES_MAX) {
            return;
        }
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                makeDirectory();
            }
            if (isOurs(directory, true)) {
                Path unfinished = unfinished(name, bytes);
                doOrDrop(unfinished, () -> files.rename(unfinished, directory.resolve(name)));
                makeRoom();
            }
        } catch (IOException | UnsupportedOperationException failure) {
            notice("the code cache cannot be written; loops are compiled again next time: " + cause(failure));
        }
    }

    private void makeDirectory() throws IOException {
        Path parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            files.makeDirectory(directory);
        } catch (FileAlreadyExistsException other) {
            // Another process was faster.
        }
    }

    private Path unfinished(String name, byte[] bytes) throws IOException {
        while (true) {
            Path file = directory.resolve(
                    name + "." + ProcessHandle.current().pid() + "-" + writeCount++ + UNFINISHED_SUFFIX);
            try {
                WritableByteChannel made = files.create(file);
                doOrDrop(file, () -> fill(made, bytes));
                return file;
            } catch (FileAlreadyExistsException other) {
                // Of another store of this process, or of one that had its number; the next name will do.
            }
        }
    }

    /** Closing may fail as well: some disks are full no earlier. */
    private static void fill(WritableByteChannel made, byte[] bytes) throws IOException {
        try (made) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            while (from.hasRemaining()) {
                made.write(from);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Does something with a file, which is not to be left behind if that fails. */
    private static void doOrDrop(Path file, Work work) throws IOException {
        boolean isDone = false;
        try {
            work.run();
            isDone = true;
        } finally {
            if (!isDone) {
                drop(file);
            }
        }
    }

    private static void drop(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ignored) {
            // It goes some time later, as what a killed process has left.
        }
    }

    private record Kept(Path file, long bytes, long usedMillis) {}

    @Override
    public synchronized void visit(Consumer<byte[]> visitor) {
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS) || !isOurs(directory, true)) {
                return;
            }
            for (Path file : list()) {
                if (String.valueOf(file.getFileName()).endsWith(SUFFIX)) {
                    visit(file, visitor);
                }
            }
        } catch (IOException | UnsupportedOperationException failure) {
            notice("the code cache cannot be read; loops are compiled again: " + cause(failure));
        }
    }

    private void visit(Path file, Consumer<byte[]> visitor) throws IOException {
        byte[] bytes;
        try {
            if (!isOurs(file, false)) {
                return;
            }
            bytes = bytes(file);
        } catch (NoSuchFileException vanished) {
            return;
        }
        visitor.accept(bytes);
    }

    /** Removes what was used least recently. */
    private void makeRoom() throws IOException {
        List<Kept> kept = new ArrayList<>();
        long bytes = 0;
        for (Path file : list()) {
            String name = String.valueOf(file.getFileName());
            long usedMillis = usedMillis(file);
            boolean isAbandoned = name.endsWith(UNFINISHED_SUFFIX)
                    && name.contains(SUFFIX)
                    && usedMillis < clock.millis() - UNFINISHED_MILLIS_MAX;
            if (isAbandoned) {
                Files.deleteIfExists(file);
            } else if (name.endsWith(SUFFIX)) {
                kept.add(new Kept(file, sizeBytes(file), usedMillis));
                bytes += kept.getLast().bytes();
            }
        }
        kept.sort(Comparator.comparingLong(Kept::usedMillis));
        for (int oldest = 0; oldest < kept.size() && bytes > bytesMax; oldest++) {
            Files.deleteIfExists(kept.get(oldest).file());
            bytes -= kept.get(oldest).bytes();
        }
    }

    private List<Path> list() throws IOException {
        List<Path> listed = new ArrayList<>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(directory)) {
            each.forEach(listed::add);
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
        return listed;
    }

    /** 0 for what another process has removed. */
    private static long usedMillis(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
        } catch (NoSuchFileException vanished) {
            return 0;
        }
    }

    private static long sizeBytes(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException vanished) {
            return 0;
        }
    }
}
