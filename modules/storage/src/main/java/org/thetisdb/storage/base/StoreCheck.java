package org.thetisdb.storage.base;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.PagedFile;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.CheckProgress;
import org.thetisdb.storage.CheckReport;
import org.thetisdb.storage.CheckReport.Finding;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.value.ThetisException;

/**
 * Compares everything in a store with everything else:
 *
 * <pre>
 *   superblocks, page checksums
 *   columns:    rows = rows of the chunk, zone map = recomputed zone map
 *   lists:      forward ↔ backward, sorted, ids dense, ends exist
 *   indexes:    every entry is a node with the label and the value; every such node is found
 *   statistics: = recount
 * </pre>
 *
 * A structure that cannot be read is one finding, and the check goes on with the next. Used once, by one thread.
 */
public final class StoreCheck implements CheckReport.Collector {
    private final BaseSnapshot snapshot;
    private final Root root;
    private final Superblock superblock;
    private final FileSystem fileSystem;
    private final PagedFile file;
    private final CheckProgress progress;
    private final List<Finding> findings = new ArrayList<>();
    private long findingCount;
    private long itemCount;
    private long pageCount;
    private String phase = "";

    public StoreCheck(
            BaseSnapshot snapshot,
            Superblock superblock,
            FileSystem fileSystem,
            PagedFile file,
            CheckProgress progress) {
        this.snapshot = snapshot;
        this.root = snapshot.root();
        this.superblock = superblock;
        this.fileSystem = fileSystem;
        this.file = file;
        this.progress = progress;
    }

    public CheckReport run() {
        phase("superblocks");
        StoreFiles.checkSuperblocks(fileSystem, file.path(), superblock, this);
        phase("page checksums");
        guarded(file.path().toString(), () -> {
            pageCount = file.verifyChecksums(
                    damage -> finding("pages", "matching checksums", String.valueOf(damage.getMessage())));
            items(pageCount);
        });
        try (BaseReader reader = snapshot.newReader()) {
            phase("columns");
            new ColumnCheck(root, reader, this).run();
            phase("relationships");
            Map<List<Integer>, Long> recount = new HashMap<>();
            new AdjacencyCheck(root, reader, this, recount).run();
            phase("indexes");
            for (Catalog.IndexDescriptor index : root.catalog().indexes()) {
                guarded("index " + index.ordinal(), () -> new IndexCheck(root, reader, this).run(index));
            }
            phase("statistics");
            guarded("statistics", () -> statistics(recount));
        }
        return new CheckReport(findings, findingCount, pageCount, itemCount);
    }

    @Override
    public void finding(String location, String expected, String found) {
        findingCount++;
        if (findings.size() < CheckReport.FINDING_COUNT_MAX) {
            findings.add(new Finding(location, expected, found));
        }
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
    void guarded(String location, Runnable piece) {
        try {
            piece.run();
        } catch (ThetisException e) {
            finding(location, "a readable structure", e.code().code() + " " + e.getMessage());
        } catch (RuntimeException e) {
            // What a damaged structure makes of offsets is not foreseeable; it must not end the check.
            finding(location, "a readable structure", e.toString());
        }
    }

    void expectEqual(String location, long expected, long found) {
        if (expected != found) {
            finding(location, String.valueOf(expected), String.valueOf(found));
        }
    }

    private void statistics(Map<List<Integer>, Long> recount) {
        Statistics statistics = snapshot.statistics();
        Catalog catalog = root.catalog();
        long nodes = 0;
        long[] byLabel = new long[catalog.labelCount()];
        Map<List<Integer>, Long> byKey = new HashMap<>();
        for (int chunk = 0; chunk < root.chunkCount(); chunk++) {
            nodes += root.rowCount(chunk);
            for (int label : catalog.labelSet(root.labelSet(chunk))) {
                byLabel[label] += root.rowCount(chunk);
            }
        }
        expectEqual("statistics, nodes", nodes, statistics.nodeCount());
        for (int label = 0; label < byLabel.length; label++) {
            expectEqual(
                    "statistics, nodes :" + catalog.labelName(label), byLabel[label], statistics.nodesWithLabel(label));
        }
        for (int key : root.nodeKeys()) {
            for (int chunk = 0; chunk < root.chunkCount(); chunk++) {
                long values = root.nodeColumn(key).valueCount(chunk);
                byKey.merge(List.of(Statistics.ANY, key), values, Long::sum);
                for (int label : catalog.labelSet(root.labelSet(chunk))) {
                    byKey.merge(List.of(label, key), values, Long::sum);
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
                    snapshot.graphStatistics().relationshipsOfLabelSets(place.get(0), place.get(1), place.get(2)));
        }
        expectEqual("statistics, relationships", relationships, statistics.relationshipCount());
        items(byKey.size() + recount.size());
    }
}
