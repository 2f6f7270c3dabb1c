package org.thetisdb.storage.base;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreCatalog;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.statistics.GraphStatistics;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The graph as the base of one root holds it. Immutable, thread safe. It keeps its data files open until
 * {@link #close}, also those that are deleted meanwhile; its readers must be closed before it.
 */
public final class BaseSnapshot implements Snapshot, AutoCloseable {
    /** Of a directory that is larger, a query may need none but a small part. */
    private static final long FIRST_BYTES_MAX = 256 << 10;

    private final DataFiles dataFiles;
    private final Map<Integer, PagedFile> open = new ConcurrentHashMap<>();
    private final Root root;
    private final GraphStatistics statistics;

    private BaseSnapshot(DataFiles dataFiles, Extent rootExtent, DataFile rootFile) {
        this.dataFiles = dataFiles;
        boolean opened = false;
        try {
            open(rootFile);
            root = Root.read(
                    this::copy,
                    rootExtent,
                    rootFile.identity(),
                    rootFile.geometry(),
                    files -> openNamed(files, rootExtent));
            readFirst();
            statistics = root.statistics().isPresent()
                    ? GraphStatistics.read(copy(root.statistics()), root.catalog())
                    : GraphStatistics.empty(root.catalog());
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    /**
     * Opens the root that counts. Reads the root, but no data; of files that only earlier roots need, it makes sure
     * that they are there.
     */
    public static BaseSnapshot open(DataFiles files, Superblock superblock) {
        long number = superblock.rootNumber();
        DataFile rootFile = new DataFile(superblock.rootFile(), superblock.geometry(), 0, number, number);
        BaseSnapshot opened = new BaseSnapshot(files, superblock.root(), rootFile);
        boolean whole = false;
        try {
            opened.requireRoot(superblock);
            opened.root.dataFiles().stream()
                    .filter(file -> !opened.root.names(file))
                    .forEach(files::require);
            whole = true;
            return opened;
        } finally {
            if (!whole) {
                opened.close();
            }
        }
    }

    private void requireRoot(Superblock superblock) {
        if (root.number() != superblock.rootNumber() || root.revision() != superblock.revision()) {
            throw StoreErrors.corrupt(
                    "the root is not the one that the superblock names: file number="
                            + superblock.root().file(),
                    "root " + superblock.rootNumber() + " of revision " + superblock.revision(),
                    "root " + root.number() + " of revision " + root.revision());
        }
    }

    /** Opens a root that came before this one. */
    public BaseSnapshot openEarlier(EarlierRoot earlier) {
        DataFile file = root.dataFiles().stream()
                .filter(candidate -> candidate.number() == earlier.root().file())
                .findFirst()
                .orElseThrow(() -> StoreErrors.corrupt(
                        "data file of an earlier root is unknown: revision=" + earlier.revision(),
                        "file " + earlier.root().file(),
                        "none"));
        return new BaseSnapshot(dataFiles, earlier.root(), file);
    }

    private void openNamed(List<DataFile> files, Extent rootExtent) {
        for (DataFile file : files) {
            if (file.liveBytes() > 0 && file.number() != rootExtent.file()) {
                open(file);
            }
        }
    }

    private void open(DataFile file) {
        open.put(file.number(), dataFiles.acquire(file));
    }

    PagedFile file(int number) {
        PagedFile file = open.get(number);
        if (file == null) {
            throw StoreErrors.corrupt(
                    "a structure lies in a data file that its root does not name: file=" + number,
                    "one of " + open.keySet(),
                    String.valueOf(number));
        }
        return file;
    }

    DataFiles dataFiles() {
        return dataFiles;
    }

    /** Reads together what the first query would read one by one; not more than a small part of the cache. */
    private void readFirst() {
        Map<Integer, PageBatch> batches = new TreeMap<>();
        for (Extent first : root.firstExtents()) {
            if (first.bytes() <= FIRST_BYTES_MAX) {
                batches.computeIfAbsent(first.file(), number -> file(number).batch())
                        .want(first.offset(), first.bytes());
            }
        }
        try (ReadEpoch epoch = dataFiles.register()) {
            epoch.enter();
            batches.values().forEach(batch -> batch.load(epoch));
        }
    }

    private MemorySegment copy(Extent extent) {
        PagedFile file = file(extent.file());
        if (extent.bytes() < 0 || extent.bytes() > Integer.MAX_VALUE - 16) {
            throw new ThetisException(
                    ErrorCode.CORRUPT_STRUCTURE,
                    "extent has an impossible length: file=" + file.path() + ", offset=" + extent.offset() + ", bytes="
                            + extent.bytes());
        }
        try (ReadEpoch epoch = dataFiles.register()) {
            epoch.enter();
            file.ensureResident(epoch, extent.offset(), extent.bytes());
            byte[] bytes = new byte[(int) extent.bytes()];
            MemorySegment.copy(file.memory(), ValueLayout.JAVA_BYTE, extent.offset(), bytes, 0, bytes.length);
            return MemorySegment.ofArray(bytes);
        }
    }

    public Root root() {
        return root;
    }

    @Override
    public StoreCatalog catalog() {
        return root.catalog();
    }

    @Override
    public Statistics statistics() {
        return statistics;
    }

    /** The statistics with what only checks and checkpoints ask for. */
    public GraphStatistics graphStatistics() {
        return statistics;
    }

    @Override
    public int chunkCount() {
        return root.chunkCount();
    }

    @Override
    public int rowCount(int chunk) {
        return root.rowCount(chunk);
    }

    @Override
    public boolean isFull(int chunk) {
        return root.isFull(chunk);
    }

    @Override
    public int labelSet(int chunk) {
        return root.labelSet(chunk);
    }

    @Override
    public long revision() {
        return root.revision();
    }

    @Override
    public Object base() {
        return this;
    }

    @Override
    public ZoneMap zoneMap(int chunk, int propertyKeyId) {
        SegmentDirectory directory = root.nodeColumn(propertyKeyId);
        return directory.has(chunk) ? directory.zoneMap(chunk) : ZoneMap.allNull(root.rowCount(chunk));
    }

    @Override
    public GraphReader reader() {
        return newReader();
    }

    /** A reader with what the merge with a delta, checks and checkpoints ask for besides. */
    public BaseReader newReader() {
        return new BaseReader(this);
    }

    /**
     * A reader of runs of indexes that may outlive this snapshot: it keeps open what it reads.
     *
     * @param fileNumbers of the data files in which the runs lie
     */
    public RunReader runReader(Set<Integer> fileNumbers) {
        return new RunReader(
                dataFiles,
                root.dataFiles().stream()
                        .filter(file -> fileNumbers.contains(file.number()))
                        .toList());
    }

    /** Drops the data files. Doing so again changes nothing. */
    @Override
    public void close() {
        closing().run();
    }

    /** What {@link #close} does, for when nobody has the snapshot any more: it does not hold on to it. */
    public Runnable closing() {
        return new Closing(dataFiles, open);
    }

    private record Closing(DataFiles dataFiles, Map<Integer, PagedFile> open) implements Runnable {
        @Override
        public void run() {
            for (Integer number : List.copyOf(open.keySet())) {
                if (open.remove(number) != null) {
                    dataFiles.release(number);
                }
            }
        }
    }
}
