package org.thetisdb.storage.base;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFile;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.report.CheckProgress;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.CheckReport.Finding;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Compares everything in a store with everything else:
 *
 * <pre>
 *   superblocks, page checksums of all data files, earlier roots, files that belong to nothing
 *   labels:     a column for each mixed chunk, nodes = count in the chunk table
 *   columns:    rows = rows of the chunk, zone map = recomputed zone map
 *   lists:      forward ↔ backward, sorted, ids dense, ends exist
 *   indexes:    every entry is a node with the label and the value; every such node is found
 *   extensions: the digest of each jar
 *   statistics: = recount
 * </pre>
 *
 * A structure that cannot be read is one finding, and the check continues with the next. The log and what it makes of
 * the roots are for others to compare, who give it what they find. Used once, by one thread.
 */
public final class StoreCheck implements CheckReport.Collector {
    private static final Set<ErrorCode> VANISHED =
            Set.of(ErrorCode.FILE_MISSING, ErrorCode.LOG_SEGMENT_MISSING, ErrorCode.REVISION_NOT_FOUND);

    private final BaseSnapshot snapshot;
    private final Root root;
    private final Superblocks superblocks;
    private final FileSystem fileSystem;
    private final Path directory;
    private final CheckProgress progress;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long findingCount;
    private long itemCount;
    private long pageCount;
    private String phase = "";
    private boolean somethingVanished;

    /** @param snapshot the base that the newest superblock names */
    public StoreCheck(
            BaseSnapshot snapshot,
            Superblocks superblocks,
            FileSystem fileSystem,
            Path directory,
            CheckProgress progress) {
        this.snapshot = snapshot;
        this.root = snapshot.root();
        this.superblocks = superblocks;
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.progress = progress;
    }

    /** Compares all that the base and the files have. */
    public CheckReport run() {
        phase("superblocks");
        superblocks.check(this);
        strays();
        phase("page checksums");
        root.dataFiles().forEach(this::pages);
        phase("earlier roots");
        for (EarlierRoot earlier : root.earlierRoots()) {
            guarded("root of revision " + earlier.revision(), () -> earlier(earlier));
        }
        structures(snapshot);
        return report();
    }

    /** What was found so far. */
    public CheckReport report() {
        return new CheckReport(findings, findingCount, pageCount, itemCount, notes);
    }

    /** As {@link #run} does with the newest root: compares all structures of an earlier one with each other. */
    public void root(EarlierRoot earlier) {
        try (BaseSnapshot opened = snapshot.openEarlier(earlier)) {
            structures(opened);
        }
    }

    private void structures(BaseSnapshot checked) {
        try (BaseReader reader = checked.newReader()) {
            phase("columns");
            new ColumnCheck(checked.root(), reader, this).run();
            phase("relationships");
            Map<List<Integer>, Long> recount = new HashMap<>();
            new AdjacencyCheck(checked.root(), reader, this, recount).run();
            phase("indexes");
            for (Catalog.IndexDescriptor index : checked.catalog().indexes()) {
                guarded("index " + index.ordinal(), () -> new IndexCheck(checked.root(), reader, this).run(index));
            }
            checked.catalog()
                    .extensions()
                    .forEach(each ->
                            guarded("extension " + each.name(), () -> each.jar().bytes()));
            phase("statistics");
            guarded("statistics", () -> statistics(checked, reader, recount));
        }
    }

    /** Files in the directory that no root knows. A checkpoint that was killed leaves such, and they do no harm. */
    private void strays() {
        Set<Path> known = new HashSet<>(List.of(
                directory.resolve(StoreFiles.SUPERBLOCK_FILE),
                directory.resolve(StoreFiles.LOCK_FILE),
                StoreFiles.logDirectory(directory),
                StoreFiles.temporaryDirectory(directory)));
        root.dataFiles().forEach(file -> known.add(StoreFiles.dataFile(directory, file.number())));
        for (Path file : fileSystem.list(directory)) {
            if (!known.contains(file)) {
                boolean ours = StoreFiles.dataFileNumber(file).isPresent();
                note("the file belongs to no root, and is not read: file=" + file
                        + (ours ? "; it is removed when the database is opened to write" : ""));
            }
        }
    }

    /** Verifies superblocks and roots, and the page checksums of these data files alone. */
    public CheckReport runOnFiles(Set<Integer> numbers) {
        phase("superblocks");
        superblocks.check(this);
        phase("page checksums");
        root.dataFiles().stream()
                .filter(file -> numbers.contains(file.number()))
                .forEach(this::pages);
        phase("earlier roots");
        for (EarlierRoot earlier : root.earlierRoots()) {
            guarded("root of revision " + earlier.revision(), () -> earlier(earlier));
        }
        return report();
    }

    private void pages(DataFile dataFile) {
        guarded("data file " + dataFile.number(), () -> {
            PagedFile file = snapshot.dataFiles().acquire(dataFile);
            try {
                pages(dataFile, file);
            } finally {
                snapshot.dataFiles().release(dataFile.number());
            }
        });
    }

    private void pages(DataFile dataFile, PagedFile file) {
        guarded(file.path().toString(), () -> {
            long verified = file.verifyChecksums(
                    damage -> finding("pages", "matching checksums", String.valueOf(damage.getMessage())));
            pageCount += verified;
            items(verified);
            expectEqual(file.path() + ", bytes", dataFile.geometry().endOffset(), fileSystem.sizeBytes(file.path()));
        });
    }

    /** That an earlier root and its directories can be read; its pages have been verified. */
    private void earlier(EarlierRoot earlier) {
        try (BaseSnapshot opened = snapshot.openEarlier(earlier)) {
            Root read = opened.root();
            expectEqual("root of revision " + earlier.revision() + ", revision", earlier.revision(), read.revision());
            expectEqual("root of revision " + earlier.revision() + ", number", earlier.number(), read.number());
            for (int key : read.nodeKeys()) {
                items(read.nodeColumn(key).endChunk());
            }
            for (int type = 0; type < read.catalog().typeCount(); type++) {
                items(read.adjacency(type, true).endChunk());
                items(read.adjacency(type, false).endChunk());
                for (int key : read.relationshipKeys(type)) {
                    items(read.relationshipColumn(type, key).endChunk());
                }
            }
        }
    }

    @Override
    public void finding(String location, String expected, String found) {
        findingCount++;
        if (findings.size() < CheckReport.FINDING_COUNT_MAX) {
            findings.add(new Finding(location, expected, found));
        }
    }

    @Override
    public void note(String text) {
        notes.add(text);
    }

    @Override
    public void items(long count) {
        itemCount += count;
        progress.at(phase, itemCount);
    }

    @Override
    public void phase(String name) {
        phase = name;
        progress.at(name, itemCount);
    }

    /** Runs a piece of the check; that it could not be finished is a finding. */
    public void guarded(String location, Runnable piece) {
        try {
            piece.run();
        } catch (ThetisException e) {
            problem(location, "a readable structure", e);
        } catch (RuntimeException | AssertionError e) {
            // What a damaged structure makes of offsets is not foreseeable; it must not end the check.
            finding(location, "a readable structure", e.toString());
        }
    }

    /** What only older roots need may go while the check is under way. */
    @Override
    public void problem(String location, String expected, ThetisException problem) {
        if (!VANISHED.contains(problem.code()) || isRootNewest()) {
            finding(location, expected, problem.code().code() + " " + problem.getMessage());
        } else {
            somethingVanished = true;
        }
    }

    /**
     * To be called at the end. If anything had vanished that might have been needed by older roots alone: makes sure
     * that all that the newest root needs is there.
     *
     * @param log looks at the log, with the newest superblock and root
     */
    public void confirmVanished(BiConsumer<Superblock, BaseSnapshot> log) {
        while (somethingVanished) {
            somethingVanished = false;
            Superblock newest = Superblocks.read(fileSystem, directory).current();
            try (BaseSnapshot opened = BaseSnapshot.open(snapshot.dataFiles(), newest)) {
                opened.root().dataFiles().forEach(snapshot.dataFiles()::require);
                log.accept(newest, opened);
            } catch (ThetisException e) {
                boolean replaced =
                        Superblocks.read(fileSystem, directory).current().rootNumber() != newest.rootNumber();
                if (VANISHED.contains(e.code()) && replaced) {
                    somethingVanished = true;
                } else {
                    finding("the newest root", "a readable structure", e.code().code() + " " + e.getMessage());
                }
            }
        }
    }

    private boolean isRootNewest() {
        return Superblocks.read(fileSystem, directory).current().rootNumber() == root.number();
    }

    void expectEqual(String location, long expected, long found) {
        if (expected != found) {
            finding(location, String.valueOf(expected), String.valueOf(found));
        }
    }

    private void statistics(BaseSnapshot checked, BaseReader reader, Map<List<Integer>, Long> recount) {
        Root counted = checked.root();
        Statistics statistics = checked.statistics();
        Catalog catalog = counted.catalog();
        long nodes = 0;
        long[] byLabel = new long[catalog.labelCount()];
        Map<List<Integer>, Long> byKey = new HashMap<>();
        for (int chunk = 0; chunk < counted.chunkCount(); chunk++) {
            long[] bySet = rowsBySet(counted, reader, chunk, null);
            for (int set = 0; set < bySet.length; set++) {
                nodes += bySet[set];
                for (int label : catalog.labelSet(set)) {
                    byLabel[label] += bySet[set];
                }
            }
        }
        expectEqual("statistics, nodes", nodes, statistics.nodeCount());
        for (int label = 0; label < byLabel.length; label++) {
            expectEqual(
                    "statistics, nodes :" + catalog.labelName(label), byLabel[label], statistics.nodesWithLabel(label));
        }
        for (int key : counted.nodeKeys()) {
            for (int chunk = 0; chunk < counted.chunkCount(); chunk++) {
                if (counted.nodeColumn(key).has(chunk)) {
                    propertyCounts(counted, reader, chunk, key, byKey);
                }
            }
        }
        byKey.forEach((place, values) -> expectEqual(
                "statistics, nodes with property, label " + place.get(0) + ", property key " + place.get(1),
                values,
                statistics.nodesWithProperty(place.get(0), place.get(1))));
        long relationships = 0;
        for (Map.Entry<List<Integer>, Long> entry : recount.entrySet()) {
            List<Integer> place = entry.getKey();
            relationships += entry.getValue();
            expectEqual(
                    "statistics, relationships between label sets and of type " + place,
                    entry.getValue(),
                    checked.graphStatistics().relationshipsOfLabelSets(place.get(0), place.get(1), place.get(2)));
        }
        expectEqual("statistics, relationships", relationships, statistics.relationshipCount());
        items(byKey.size() + recount.size());
    }

    private static void propertyCounts(
            Root root, BaseReader reader, int chunk, int key, Map<List<Integer>, Long> byKey) {
        Vector values = new Vector();
        reader.nodeProperty(key, chunk, 0, root.rowCount(chunk), values);
        long[] bySet = rowsBySet(root, reader, chunk, values);
        for (int set = 0; set < bySet.length; set++) {
            if (bySet[set] > 0) {
                byKey.merge(List.of(Statistics.ANY, key), bySet[set], Long::sum);
                for (int label : root.catalog().labelSet(set)) {
                    byKey.merge(List.of(label, key), bySet[set], Long::sum);
                }
            }
        }
    }

    /** The nodes of a chunk by label set, only those with a value if {@code values} is not null. */
    private static long[] rowsBySet(Root root, BaseReader reader, int chunk, @Nullable Vector values) {
        int rowCount = root.rowCount(chunk);
        long[] nodes = new long[rowCount];
        for (int row = 0; row < rowCount; row++) {
            nodes[row] = NodeIdLayout.id(chunk, row);
        }
        int[] sets = new int[rowCount];
        reader.labelSets(nodes, null, rowCount, sets);
        reader.refresh();
        long[] bySet = new long[root.catalog().labelSetCount()];
        for (int row = 0; row < rowCount; row++) {
            if (sets[row] != GraphReader.NO_NODE && (values == null || !values.isNull(row))) {
                bySet[sets[row]]++;
            }
        }
        return bySet;
    }
}
