package org.thetisdb.storage.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ThetisException;

/**
 * The data files and earlier roots of a root that is being drawn up.
 *
 * <pre>
 *   roots     1 ─────── 2 ─────── 3 ─────── (new) 4
 *   file 0    named     named     not named            first root 1, last root 2: goes when roots 1 and 2 have gone
 *   file 1              named     named     named
 *   file 2                                  named      adopted: was written beside the roots
 * </pre>
 *
 * Not thread safe.
 */
final class FileTable {
    private static final int FILE_BYTES = 2 * Integer.BYTES + 6 * Long.BYTES;
    private static final int EARLIER_BYTES = 3 * Long.BYTES + RootCodec.EXTENT_BYTES;

    private final Map<Integer, DataFile> files = new TreeMap<>();
    /** Newest first. */
    private final List<EarlierRoot> earlier = new ArrayList<>();

    private long oldestRevision = Long.MIN_VALUE;
    private Set<Integer> written = Set.of();

    FileTable() {}

    FileTable(Root former) {
        former.dataFiles().forEach(file -> files.put(file.number(), file));
        earlier.add(new EarlierRoot(former.number(), former.revision(), former.timeMillis(), former.extent()));
        earlier.addAll(former.earlierRoots());
    }

    /** Adds a file that was written beside the roots, and that the new one is the first to name. */
    void adopt(FinishedFile file, long rootNumber) {
        DataFile adopted = new DataFile(file.identity(), file.geometry(), 0, rootNumber, rootNumber);
        files.put(adopted.number(), adopted);
    }

    /** Drops the earlier roots that no revision from the given one on needs. */
    void retainFrom(long revision) {
        oldestRevision = revision;
    }

    /** Whether the revisions since the newest earlier root could be read from the one before it, which stays anyway. */
    boolean canSkipNewest() {
        return earlier.size() > 1 && oldestRevision < earlier.getFirst().revision();
    }

    /** Drops the newest earlier root. */
    void skipNewest() {
        earlier.removeFirst();
    }

    /** The earlier roots that stay when the new root has this revision: back to the first that covers the oldest. */
    private List<EarlierRoot> retained(long revision) {
        List<EarlierRoot> retained = new ArrayList<>();
        long newer = revision;
        for (EarlierRoot root : earlier) {
            if (newer <= oldestRevision) {
                break;
            }
            // One that holds the same commits is replaced by the new one.
            if (root.revision() < newer) {
                retained.add(root);
                newer = root.revision();
            }
        }
        return retained;
    }

    /** The files that some earlier root needs which stays, when the new root has this revision. */
    Set<Integer> neededByEarlier(long revision) {
        List<EarlierRoot> retained = retained(revision);
        Set<Integer> needed = new TreeSet<>();
        files.values().stream().filter(file -> isNamedByAny(file, retained)).forEach(file -> needed.add(file.number()));
        return needed;
    }

    private static boolean isNamedByAny(DataFile file, List<EarlierRoot> roots) {
        return roots.stream().anyMatch(root -> file.firstRoot() <= root.number() && root.number() <= file.lastRoot());
    }

    /** The numbers of the files that were written into the table. */
    Set<Integer> written() {
        return written;
    }

    void write(ByteSink output, DataFileIdentity own, long rootNumber, long revision, Map<Integer, Long> live) {
        List<EarlierRoot> retained = retained(revision);
        List<DataFile> kept = new ArrayList<>();
        for (DataFile file : files.values()) {
            long liveBytes = live.getOrDefault(file.number(), 0L);
            long last = liveBytes > 0 ? rootNumber : file.lastRoot();
            if (last == rootNumber || isNamedByAny(file, retained)) {
                kept.add(new DataFile(file.identity(), file.geometry(), liveBytes, file.firstRoot(), last));
            }
        }
        output.writeInt(kept.size() + 1);
        for (DataFile file : kept) {
            output.writeInt(file.number());
            output.writeLong(file.identity().fileId());
            output.writeInt(file.geometry().pageBytes());
            output.writeLong(file.geometry().dataPageCount());
            output.writeLong(file.geometry().checksumTableOffset());
            output.writeLong(file.liveBytes());
            output.writeLong(file.firstRoot());
            output.writeLong(file.lastRoot());
        }
        written = new TreeSet<>(Set.of(own.number()));
        kept.forEach(file -> written.add(file.number()));
        output.writeInt(own.number());
        output.writeLong(own.fileId());
        output.writeInt(0);
        output.writeLong(0);
        output.writeLong(0);
        output.writeLong(live.getOrDefault(own.number(), 0L));
        output.writeLong(rootNumber);
        output.writeLong(rootNumber);
        output.writeInt(retained.size());
        for (EarlierRoot root : retained) {
            output.writeLong(root.number());
            output.writeLong(root.revision());
            output.writeLong(root.timeMillis());
            RootCodec.writeExtent(output, root.root());
        }
    }

    /** Reads the data files; the root's own gets the geometry given. */
    static List<DataFile> readFiles(RootCodec.Input input, DataFileIdentity own, PagedFileGeometry ownGeometry) {
        int count = input.getCount(FILE_BYTES);
        List<DataFile> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = input.getId(Integer.MAX_VALUE);
            DataFileIdentity identity = new DataFileIdentity(own.databaseId(), number, input.getLong());
            int pageBytes = input.getInt();
            long dataPageCount = input.getLong();
            long checksumTableOffset = input.getLong();
            PagedFileGeometry geometry;
            try {
                geometry = number == own.number()
                        ? ownGeometry
                        : new PagedFileGeometry(
                                pageBytes, dataPageCount, 0, checksumTableOffset, identity.checksumSeed());
            } catch (ThetisException damaged) {
                throw input.corrupt("data file " + number + ": " + damaged.getMessage());
            }
            files.add(new DataFile(identity, geometry, input.getLong(), input.getLong(), input.getLong()));
        }
        return List.copyOf(files);
    }

    static List<EarlierRoot> readEarlier(RootCodec.Input input) {
        int count = input.getCount(EARLIER_BYTES);
        List<EarlierRoot> roots = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            EarlierRoot root = new EarlierRoot(input.getLong(), input.getLong(), input.getLong(), input.getExtent());
            if (i > 0 && root.number() >= roots.getLast().number()) {
                throw input.corrupt("earlier root " + root.number() + " after "
                        + roots.getLast().number());
            }
            roots.add(root);
        }
        return List.copyOf(roots);
    }
}
