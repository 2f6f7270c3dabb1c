package org.thetisdb.io.simulated;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.io.DirectoryLock;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.IoEngine;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.TemporaryFile;
import org.thetisdb.io.WritableFile;
import org.thetisdb.io.simulated.CrashImages.DeviceState;
import org.thetisdb.io.simulated.SimulatedNode.DirectoryNode;
import org.thetisdb.io.simulated.SimulatedNode.FileNode;
import org.thetisdb.io.simulated.TemporaryFaults.Operation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A file system in memory that remembers what was asked of it, and can tell what a crash would leave.
 *
 * <pre>
 *   var fileSystem = new SimulatedFileSystem();
 *   …                                              set up; then
 *   fileSystem.startRecording();                   all there is now is on the device
 *   …  work; at each acknowledgement note          fileSystem.eventCount()
 *   fileSystem.forEachCrashImage(seed, 4, image -> open image.fileSystem(), compare with
 *                                                  what was acknowledged up to image.eventCount());
 * </pre>
 *
 * It also has faults on demand: a disk that is full, forces, writes and opens that fail. What a process sees after a
 * failed force is what it wrote; what a crash leaves of it is any part, for ever.
 *
 * <p>Any thread; one operation at a time.
 */
public final class SimulatedFileSystem implements FileSystem {
    /** The name of its engine. */
    public static final String ENGINE = "simulated";

    private final DirectoryNode root = new DirectoryNode(0, new TreeMap<>());
    private final Set<Path> locked = new HashSet<>();
    private final TemporaryFaults temporaries = new TemporaryFaults();
    private final List<SimulatedEvent> events = new ArrayList<>();
    private int nodeCount = 1;
    private DeviceState recordingBegin;
    private long usedBytes;
    private long capacityBytes = Long.MAX_VALUE;
    private Predicate<Path> failingForce = _ -> false;
    private Predicate<Path> failingWrite = _ -> false;
    private Predicate<Path> failingOpen = _ -> false;
    private long shortWriteBytes;
    private Consumer<Path> beforeForce = _ -> {};

    // What tests ask for.

    /** From now on events are remembered; all that is there is taken to be on the device. */
    public synchronized void startRecording() {
        events.clear();
        recordingBegin = DeviceState.of(root);
    }

    /** How many events were recorded. */
    public synchronized int eventCount() {
        return events.size();
    }

    /**
     * Gives images of a crash before the first event, and after each.
     *
     * @param imagesPerEvent the first two are nothing and everything of what was not forced; the others are random
     */
    public void forEachCrashImage(long seed, int imagesPerEvent, Consumer<CrashImage> consumer) {
        forEachCrashImage(seed, imagesPerEvent, true, consumer);
    }

    /**
     * As {@link #forEachCrashImage}, for those that ask only that what was acknowledged is there: of images that follow
     * one another and are the same, which is every other one of the first two of an event, the last is given, after
     * which most was acknowledged.
     */
    public void forEachDifferentCrashImage(long seed, int imagesPerEvent, Consumer<CrashImage> consumer) {
        forEachCrashImage(seed, imagesPerEvent, false, consumer);
    }

    private void forEachCrashImage(long seed, int imagesPerEvent, boolean all, Consumer<CrashImage> consumer) {
        CrashImages images = crashImages();
        for (int count = 0; count <= eventCount(); count++) {
            images.advanceTo(count);
            for (int number = 0; number < imagesPerEvent; number++) {
                if (all || !images.isSameAfterNext(number)) {
                    consumer.accept(images.image(seed, number));
                }
            }
        }
    }

    /** Gives so many images of crashes at random moments, in the order of time. */
    public void sampleCrashImages(long seed, int imageCount, Consumer<CrashImage> consumer) {
        CrashImages images = crashImages();
        int[] moments =
                new Random(seed).ints(imageCount, 0, eventCount() + 1).sorted().toArray();
        for (int number = 0; number < imageCount; number++) {
            images.advanceTo(moments[number]);
            consumer.accept(images.image(seed, number));
        }
    }

    /** One image again, by the numbers that its text names. */
    public CrashImage crashImage(long seed, int eventCount, int imageNumber) {
        CrashImages images = crashImages();
        images.advanceTo(eventCount);
        return images.image(seed, imageNumber);
    }

    private synchronized CrashImages crashImages() {
        if (recordingBegin == null) {
            throw new IllegalStateException("startRecording() was not called");
        }
        return new CrashImages(root, recordingBegin, List.copyOf(events));
    }

    /** The disk is full when so many bytes have come to what is there; deleted and cut off ones are given back. */
    public synchronized void fullAfterBytes(long bytes) {
        capacityBytes = bytes == Long.MAX_VALUE ? bytes : usedBytes + bytes;
    }

    /** Forces of these files fail. */
    public synchronized void failForce(Predicate<Path> files) {
        failingForce = files;
    }

    /** Writes to these files end with an error after so many bytes. */
    public synchronized void failWrite(Predicate<Path> files, long afterBytes) {
        failingWrite = files;
        shortWriteBytes = afterBytes;
    }

    /** These files cannot be opened to be read. */
    public synchronized void failOpen(Predicate<Path> files) {
        failingOpen = files;
    }

    /** Called before each force of a file, by the thread that asks for it; may block. */
    public synchronized void beforeForce(Consumer<Path> action) {
        beforeForce = action;
    }

    /** What is asked of temporary files, and how it fails. */
    public TemporaryFaults temporaries() {
        return temporaries;
    }

    /** The bytes of a file. */
    public synchronized byte[] readAll(Path file) {
        SimulatedContent content = file(file).content();
        byte[] bytes = new byte[Math.toIntExact(content.sizeBytes())];
        content.read(0, MemorySegment.ofArray(bytes));
        return bytes;
    }

    /** Replaces the bytes of a file, which is made if it is not there; it is as if the device had done it. */
    public synchronized void writeAll(Path file, byte[] bytes) {
        FileNode node = exists(file) ? file(file) : newFile(new SimulatedContent());
        usedBytes += bytes.length - node.content().sizeBytes();
        node.content().resize(0);
        node.content().write(0, bytes, 0, bytes.length);
        parent(file).entries().put(name(file), node);
    }

    // The tree.

    DirectoryNode root() {
        return root;
    }

    FileNode newFile(SimulatedContent content) {
        usedBytes += content.sizeBytes();
        return new FileNode(nodeCount++, content);
    }

    DirectoryNode newDirectory() {
        return new DirectoryNode(nodeCount++, new TreeMap<>());
    }

    private static Path normal(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static String name(Path path) {
        return normal(path).getFileName().toString();
    }

    private SimulatedNode find(Path path) {
        SimulatedNode node = root;
        for (Path part : normal(path)) {
            if (!(node instanceof DirectoryNode directory)) {
                return null;
            }
            node = directory.entries().get(part.toString());
        }
        return node;
    }

    private FileNode file(Path path) {
        return switch (find(path)) {
            case null -> throw missing(path);
            case FileNode file -> file;
            case DirectoryNode _ -> throw failed("It is a directory", path);
        };
    }

    private DirectoryNode directory(Path path) {
        return switch (find(path)) {
            case null -> throw missing(path);
            case FileNode _ -> throw failed("It is no directory", path);
            case DirectoryNode directory -> directory;
        };
    }

    private DirectoryNode parent(Path path) {
        return directory(normal(path).getParent());
    }

    private static ThetisException missing(Path path) {
        return new ThetisException(ErrorCode.FILE_MISSING, "no such file: file=" + path);
    }

    private static ThetisException failed(String what, Path path) {
        return new ThetisException(ErrorCode.IO_FAILED, what + ": file=" + path);
    }

    private void record(SimulatedEvent event) {
        if (recordingBegin != null) {
            events.add(event);
        }
    }

    // What Thetis asks for.

    @Override
    public List<IoEngine.Candidate> engines() {
        IoEngine engine = new IoEngine() {
            @Override
            public String name() {
                return ENGINE;
            }

            @Override
            public ReadableFile open(Path file) {
                return openForRead(file);
            }
        };
        return List.of(new IoEngine.Candidate.Available(engine));
    }

    @Override
    public synchronized ReadableFile openForRead(Path file) {
        if (failingOpen.test(file)) {
            throw failed("Injected: could not open", file);
        }
        return new Readable(file, file(file));
    }

    @Override
    public synchronized WritableFile create(Path file) {
        DirectoryNode parent = parent(file);
        SimulatedNode node = find(file);
        if (node == null) {
            FileNode created = newFile(new SimulatedContent());
            parent.entries().put(name(file), created);
            record(new SimulatedEvent.Link(parent, name(file), created));
            return new Writable(file, created);
        }
        Writable writable = new Writable(file, file(file));
        writable.truncate(0);
        return writable;
    }

    @Override
    public TemporaryFile createTemporary(Path directory) {
        temporaries.pass(Operation.CREATE);
        return newTemporary(directory);
    }

    private synchronized TemporaryFile newTemporary(Path directory) {
        createDirectories(directory);
        Path path = directory.resolve(TemporaryFile.NAME_PREFIX + nodeCount + TemporaryFile.NAME_SUFFIX);
        create(path).close();
        FileNode node = file(path);
        delete(path);
        temporaries.opened();
        // Nobody opens it by its name: what is in it after a crash is of no interest, and so not recorded.
        return new Temporary(
                new Writable(path, node, false), new Readable(path, node), temporaries, new AtomicBoolean());
    }

    @Override
    public synchronized WritableFile openForWrite(Path file) {
        return new Writable(file, file(file));
    }

    @Override
    public synchronized List<Path> list(Path directory) {
        return directory(directory).entries().keySet().stream()
                .map(directory::resolve)
                .toList();
    }

    @Override
    public synchronized boolean exists(Path file) {
        return find(file) != null;
    }

    @Override
    public Path realPath(Path file) {
        return normal(file);
    }

    @Override
    public synchronized boolean isDirectory(Path file) {
        return find(file) instanceof DirectoryNode;
    }

    @Override
    public synchronized long sizeBytes(Path file) {
        return file(file).content().sizeBytes();
    }

    @Override
    public synchronized void createDirectories(Path directory) {
        Path absolute = normal(directory);
        if (absolute.getParent() != null && find(absolute.getParent()) == null) {
            createDirectories(absolute.getParent());
        }
        if (find(absolute) == null) {
            DirectoryNode parent = parent(absolute);
            DirectoryNode created = newDirectory();
            parent.entries().put(name(absolute), created);
            record(new SimulatedEvent.Link(parent, name(absolute), created));
        }
    }

    @Override
    public synchronized void renameAtomically(Path source, Path target) {
        SimulatedNode node = find(source);
        if (node == null) {
            throw missing(source);
        }
        if (find(target) instanceof FileNode replaced) {
            usedBytes -= replaced.content().sizeBytes();
        }
        DirectoryNode to = parent(target);
        parent(source).entries().remove(name(source));
        to.entries().put(name(target), node);
        record(new SimulatedEvent.Rename(parent(source), name(source), to, name(target), node));
    }

    @Override
    public synchronized void delete(Path file) {
        switch (find(file)) {
            case null -> throw missing(file);
            case FileNode deleted -> usedBytes -= deleted.content().sizeBytes();
            case DirectoryNode directory -> {
                if (!directory.entries().isEmpty()) {
                    throw failed("The directory is not empty", file);
                }
            }
        }
        parent(file).entries().remove(name(file));
        record(new SimulatedEvent.Unlink(parent(file), name(file)));
    }

    @Override
    public synchronized void forceDirectory(Path directory) {
        record(new SimulatedEvent.ForceDirectory(directory(directory)));
    }

    @Override
    public synchronized DirectoryLock lock(Path directory) {
        if (!isDirectory(directory)) {
            throw new ThetisException(ErrorCode.DATABASE_NOT_FOUND, "no such directory: directory=" + directory);
        }
        Path absolute = normal(directory);
        if (!locked.add(absolute)) {
            throw new ThetisException(
                    ErrorCode.DATABASE_LOCKED, "Somebody has the database open: directory=" + directory + ", pid=0");
        }
        return new DirectoryLock() {
            @Override
            public Path directory() {
                return directory;
            }

            @Override
            public void requireHeld() {
                // Nobody deletes anything behind a test's back.
            }

            @Override
            public void requireHeldLately() {
                requireHeld();
            }

            @Override
            public void close() {
                synchronized (SimulatedFileSystem.this) {
                    locked.remove(absolute);
                }
            }
        };
    }

    @Override
    public DirectoryLock lock(Path directory, String fileName) {
        return lock(directory);
    }

    private final class Readable implements ReadableFile {
        private final Path path;
        private final FileNode file;

        Readable(Path path, FileNode file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long sizeBytes() {
            synchronized (SimulatedFileSystem.this) {
                return file.content().sizeBytes();
            }
        }

        @Override
        public long read(long offset, MemorySegment target) {
            synchronized (SimulatedFileSystem.this) {
                return file.content().read(offset, target);
            }
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    private record Temporary(
            WritableFile writable, ReadableFile readable, TemporaryFaults faults, AtomicBoolean isClosed)
            implements TemporaryFile {
        private void pass(Operation operation) {
            faults.pass(operation);
            if (isClosed.get()) {
                throw failed("It was closed", writable.path());
            }
        }

        @Override
        public void write(long offset, byte[] source, int from, int length) {
            pass(Operation.WRITE);
            writable.write(offset, MemorySegment.ofArray(source).asSlice(from, length));
        }

        @Override
        public void read(long offset, byte[] into, int from, int length) {
            pass(Operation.READ);
            copy(offset, MemorySegment.ofArray(into).asSlice(from, length));
        }

        private void copy(long offset, MemorySegment into) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes =
                        arena.allocate(Math.max(1, into.byteSize())).asSlice(0, into.byteSize());
                readable.readFully(offset, bytes);
                into.copyFrom(bytes);
            }
        }

        /** Nothing reads the bytes but by the memory. */
        @Override
        public MemorySegment map(long offset, long length, Arena arena) {
            pass(Operation.MAP);
            MemorySegment memory = arena.allocate(length, Long.BYTES);
            copy(offset, memory);
            return memory;
        }

        @Override
        public void close() {
            if (isClosed.compareAndSet(false, true)) {
                faults.closed();
                writable.truncate(0);
            }
        }
    }

    private final class Writable implements WritableFile {
        private final Path path;
        private final FileNode file;
        private final boolean isRecorded;

        Writable(Path path, FileNode file) {
            this(path, file, true);
        }

        Writable(Path path, FileNode file, boolean isRecorded) {
            this.path = path;
            this.file = file;
            this.isRecorded = isRecorded;
        }

        private void note(SimulatedEvent event) {
            if (isRecorded) {
                record(event);
            }
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public long sizeBytes() {
            synchronized (SimulatedFileSystem.this) {
                return file.content().sizeBytes();
            }
        }

        @Override
        public void write(long offset, MemorySegment source) {
            byte[] bytes = source.toArray(ValueLayout.JAVA_BYTE);
            synchronized (SimulatedFileSystem.this) {
                if (failingWrite.test(path)) {
                    writeBegin(offset, bytes, Math.min(bytes.length, shortWriteBytes));
                    throw failed("Injected: could not write", path);
                }
                long growth = Math.max(0, offset + bytes.length - file.content().sizeBytes());
                long missing = growth - Math.min(growth, Math.max(0, capacityBytes - usedBytes));
                writeBegin(offset, bytes, Math.max(0, bytes.length - missing));
                if (missing > 0) {
                    throw new ThetisException(ErrorCode.DISK_FULL, "disk is full: file=" + path + ", offset=" + offset);
                }
            }
        }

        private void writeBegin(long offset, byte[] bytes, long count) {
            if (count > 0) {
                byte[] written = count == bytes.length ? bytes : Arrays.copyOf(bytes, (int) count);
                long before = file.content().sizeBytes();
                file.content().write(offset, written, 0, written.length);
                usedBytes += file.content().sizeBytes() - before;
                note(new SimulatedEvent.Write(file, offset, written));
            }
        }

        @Override
        public void force() {
            Consumer<Path> before;
            synchronized (SimulatedFileSystem.this) {
                before = beforeForce;
            }
            before.accept(path);
            synchronized (SimulatedFileSystem.this) {
                if (failingForce.test(path)) {
                    note(new SimulatedEvent.FailedForce(file));
                    throw failed("Injected: could not force", path);
                }
                note(new SimulatedEvent.Force(file));
            }
        }

        @Override
        public void truncate(long sizeBytes) {
            synchronized (SimulatedFileSystem.this) {
                long before = file.content().sizeBytes();
                if (sizeBytes < before) {
                    file.content().resize(sizeBytes);
                    usedBytes -= before - sizeBytes;
                    note(new SimulatedEvent.Truncate(file, sizeBytes));
                }
            }
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
