package org.thetisdb.io.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.thetisdb.io.simulated.SimulatedEvent.Change;
import org.thetisdb.io.simulated.SimulatedEvent.FileChange;
import org.thetisdb.io.simulated.SimulatedEvent.Link;
import org.thetisdb.io.simulated.SimulatedEvent.NameChange;
import org.thetisdb.io.simulated.SimulatedEvent.Rename;
import org.thetisdb.io.simulated.SimulatedEvent.Truncate;
import org.thetisdb.io.simulated.SimulatedEvent.Unlink;
import org.thetisdb.io.simulated.SimulatedEvent.Write;
import org.thetisdb.io.simulated.SimulatedNode.DirectoryNode;
import org.thetisdb.io.simulated.SimulatedNode.FileNode;

/**
 * Goes through recorded events, knows at each what is on the device for certain and what is pending, and makes up what
 * a crash right then could leave.
 *
 * <pre>
 *   mode           pending writes                                  pending names (create, rename, delete)
 *   NOTHING        lost                                            lost
 *   EVERYTHING     there                                           there
 *   PREFIX         those up to some event; of that a part          those up to the same event
 *   SECTORS        each sector of 512 bytes there or lost          those up to some event
 *   ANYTHING       each sector there or lost                       each there or lost
 * </pre>
 *
 * In the last two a file may also have the length of all pending writes with zeros where they were lost, and each
 * pending truncation may be lost. Pending is what came after the last force of the file, or of a directory for its
 * names. One thread.
 */
final class CrashImages {
    private static final int SECTOR_BYTES = 512;

    private enum Mode {
        NOTHING,
        EVERYTHING,
        PREFIX,
        SECTORS,
        ANYTHING
    }

    private record Pending<C extends Change>(int index, C change) {}

    private final List<SimulatedEvent> events;
    private final DirectoryNode root;
    private final Map<FileNode, SimulatedContent> contents = new HashMap<>();
    private final Map<DirectoryNode, TreeMap<String, SimulatedNode>> names = new HashMap<>();
    private final Map<FileNode, List<Pending<FileChange>>> pendingWrites = new LinkedHashMap<>();
    private final List<Pending<NameChange>> pendingNames = new ArrayList<>();
    private int eventCount;

    /** @param root as it was, and was on the device, before the events */
    CrashImages(DirectoryNode root, DeviceState begin, List<SimulatedEvent> events) {
        this.root = root;
        this.events = events;
        begin.contents().forEach((file, content) -> contents.put(file, content.copy()));
        begin.names().forEach((directory, entries) -> names.put(directory, new TreeMap<>(entries)));
    }

    /** What is on the device for certain. */
    record DeviceState(
            Map<FileNode, SimulatedContent> contents, Map<DirectoryNode, TreeMap<String, SimulatedNode>> names) {
        /** All that processes see. */
        static DeviceState of(DirectoryNode root) {
            DeviceState state = new DeviceState(new HashMap<>(), new HashMap<>());
            state.add(root);
            return state;
        }

        private void add(SimulatedNode node) {
            switch (node) {
                case FileNode file -> contents.put(file, file.content().copy());
                case DirectoryNode directory -> {
                    names.put(directory, new TreeMap<>(directory.entries()));
                    directory.entries().values().forEach(this::add);
                }
            }
        }
    }

    /** Goes on to the moment after so many events. */
    void advanceTo(int count) {
        while (eventCount < count) {
            advance(eventCount, events.get(eventCount));
            eventCount++;
        }
    }

    private void advance(int index, SimulatedEvent event) {
        switch (event) {
            case FileChange change ->
                pendingWrites
                        .computeIfAbsent(change.file(), _ -> new ArrayList<>())
                        .add(new Pending<>(index, change));
            case NameChange change -> pendingNames.add(new Pending<>(index, change));
            case SimulatedEvent.Force(FileNode file) -> {
                List<Pending<FileChange>> changes = pendingWrites.remove(file);
                if (changes != null) {
                    SimulatedContent content = contents.computeIfAbsent(file, _ -> new SimulatedContent());
                    changes.forEach(pending -> applyWhole(pending.change(), content));
                }
            }
            case SimulatedEvent.FailedForce(FileNode file) -> {
                // The system takes these pages for clean: no later force writes them.
                List<Pending<FileChange>> changes = pendingWrites.remove(file);
                if (changes != null && new Random(index).nextBoolean()) {
                    SimulatedContent content = contents.computeIfAbsent(file, _ -> new SimulatedContent());
                    applySectors(changes, content, new Random(index), 0.5);
                }
            }
            case SimulatedEvent.ForceDirectory(DirectoryNode directory) -> forceNames(directory);
        }
    }

    /** A rename between directories reaches the device as a whole with the first of them that is forced. */
    private void forceNames(DirectoryNode directory) {
        List<Pending<NameChange>> left = new ArrayList<>();
        for (Pending<NameChange> pending : pendingNames) {
            if (isOf(directory, pending.change())) {
                apply(pending.change(), names);
            } else {
                left.add(pending);
            }
        }
        pendingNames.clear();
        pendingNames.addAll(left);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private static boolean isOf(DirectoryNode directory, NameChange change) {
        return switch (change) {
            case Link link -> link.directory() == directory;
            case Unlink unlink -> unlink.directory() == directory;
            case Rename rename -> rename.from() == directory || rename.to() == directory;
        };
    }

    /**
     * Whether an image is the same after the next event: with nothing of what is pending as long as nothing is forced,
     * with all of it when something is.
     */
    boolean isSameAfterNext(int imageNumber) {
        if (eventCount == events.size()) {
            return false;
        }
        return switch (events.get(eventCount)) {
            case Change _ -> imageNumber == Mode.NOTHING.ordinal();
            case SimulatedEvent.Force _ -> imageNumber == Mode.EVERYTHING.ordinal();
            // Names in other directories may have been changed in between.
            case SimulatedEvent.ForceDirectory(DirectoryNode directory) ->
                imageNumber == Mode.EVERYTHING.ordinal()
                        && pendingNames.stream().allMatch(pending -> isOf(directory, pending.change()));
            case SimulatedEvent.FailedForce _ -> false;
        };
    }

    /** Makes up one image of a crash now. The same numbers always give the same image. */
    CrashImage image(long seed, int imageNumber) {
        Random random = new Random((seed * 1_000_003 + eventCount) * 1_000_003 + imageNumber);
        Mode[] modes = Mode.values();
        Mode mode = imageNumber < 2 ? modes[imageNumber] : modes[2 + random.nextInt(modes.length - 2)];
        int lastKept = lastKept(random);
        double share = new double[] {0.1, 0.5, 0.9}[random.nextInt(3)];
        Map<FileNode, SimulatedContent> imageContents = new HashMap<>(contents);
        pendingWrites.forEach((file, changes) -> {
            SimulatedContent durable = contents.get(file);
            SimulatedContent content = durable == null ? new SimulatedContent() : durable.copy();
            applyPending(mode, changes, content, random, lastKept, share);
            imageContents.put(file, content);
        });
        Map<DirectoryNode, TreeMap<String, SimulatedNode>> imageNames = new HashMap<>();
        names.forEach((directory, entries) -> imageNames.put(directory, new TreeMap<>(entries)));
        for (Pending<NameChange> pending : pendingNames) {
            boolean kept = switch (mode) {
                case NOTHING -> false;
                case EVERYTHING -> true;
                case PREFIX, SECTORS -> pending.index() <= lastKept;
                case ANYTHING -> random.nextDouble() < share;
            };
            if (kept) {
                apply(pending.change(), imageNames);
            }
        }
        SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        copy(root, fileSystem.root(), fileSystem, imageContents, imageNames);
        return new CrashImage(seed, eventCount, imageNumber, mode.name(), fileSystem);
    }

    /** The event up to which a prefix reaches: one of those that are pending. */
    private int lastKept(Random random) {
        List<Integer> indexes = new ArrayList<>();
        pendingWrites.values().forEach(changes -> changes.forEach(pending -> indexes.add(pending.index())));
        pendingNames.forEach(pending -> indexes.add(pending.index()));
        return indexes.isEmpty() ? -1 : indexes.get(random.nextInt(indexes.size()));
    }

    private static void applyPending(
            Mode mode,
            List<Pending<FileChange>> changes,
            SimulatedContent content,
            Random random,
            int lastKept,
            double share) {
        switch (mode) {
            case NOTHING -> {
                // Stays as it is.
            }
            case EVERYTHING -> changes.forEach(pending -> applyWhole(pending.change(), content));
            case PREFIX -> {
                for (Pending<FileChange> pending : changes) {
                    if (pending.index() < lastKept) {
                        applyWhole(pending.change(), content);
                    } else if (pending.index() == lastKept) {
                        applyBegin(pending.change(), content, random);
                    }
                }
            }
            case SECTORS, ANYTHING -> applySectors(changes, content, random, share);
        }
    }

    private static void applyWhole(FileChange change, SimulatedContent content) {
        switch (change) {
            case Write(FileNode _, long offset, byte[] bytes) -> content.write(offset, bytes, 0, bytes.length);
            case Truncate(FileNode _, long sizeBytes) -> content.resize(sizeBytes);
        }
    }

    /** A write that got as far as the end of some sector. */
    private static void applyBegin(FileChange change, SimulatedContent content, Random random) {
        switch (change) {
            case Write(FileNode _, long offset, byte[] bytes) -> {
                long cut = offset + random.nextInt(bytes.length + 1);
                long end = Math.max(offset, cut / SECTOR_BYTES * SECTOR_BYTES);
                content.write(offset, bytes, 0, (int) (end - offset));
            }
            case Truncate(FileNode _, long sizeBytes) -> content.resize(sizeBytes);
        }
    }

    private static void applySectors(
            List<Pending<FileChange>> changes, SimulatedContent content, Random random, double share) {
        long longest = content.sizeBytes();
        for (Pending<FileChange> pending : changes) {
            switch (pending.change()) {
                case Write(FileNode _, long offset, byte[] bytes) -> {
                    longest = Math.max(longest, offset + bytes.length);
                    for (int from = 0; from < bytes.length; ) {
                        long sectorEnd = ((offset + from) / SECTOR_BYTES + 1) * SECTOR_BYTES;
                        int to = (int) Math.min(bytes.length, sectorEnd - offset);
                        if (random.nextDouble() < share) {
                            content.write(offset + from, bytes, from, to - from);
                        }
                        from = to;
                    }
                }
                case Truncate(FileNode _, long sizeBytes) -> {
                    if (random.nextDouble() < share) {
                        content.resize(sizeBytes);
                        longest = sizeBytes;
                    }
                }
            }
        }
        if (content.sizeBytes() < longest && random.nextInt(3) == 0) {
            content.resize(longest);
        }
    }

    private static void apply(NameChange change, Map<DirectoryNode, TreeMap<String, SimulatedNode>> names) {
        switch (change) {
            case Link(DirectoryNode directory, String name, SimulatedNode node) ->
                entries(names, directory).put(name, node);
            case Unlink(DirectoryNode directory, String name) ->
                entries(names, directory).remove(name);
            case Rename(DirectoryNode from, String fromName, DirectoryNode to, String toName, SimulatedNode node) -> {
                entries(names, from).remove(fromName, node);
                entries(names, to).put(toName, node);
            }
        }
    }

    private static TreeMap<String, SimulatedNode> entries(
            Map<DirectoryNode, TreeMap<String, SimulatedNode>> names, DirectoryNode directory) {
        return names.computeIfAbsent(directory, _ -> new TreeMap<>());
    }

    private static void copy(
            DirectoryNode from,
            DirectoryNode to,
            SimulatedFileSystem fileSystem,
            Map<FileNode, SimulatedContent> contents,
            Map<DirectoryNode, TreeMap<String, SimulatedNode>> names) {
        names.getOrDefault(from, new TreeMap<>()).forEach((name, node) -> {
            switch (node) {
                case FileNode file -> {
                    SimulatedContent content = contents.get(file);
                    to.entries()
                            .put(name, fileSystem.newFile(content == null ? new SimulatedContent() : content.copy()));
                }
                case DirectoryNode directory -> {
                    DirectoryNode copied = fileSystem.newDirectory();
                    to.entries().put(name, copied);
                    copy(directory, copied, fileSystem, contents, names);
                }
            }
        });
    }
}
