package org.thetisdb.demo;

import java.util.Map;

/**
 * What a run has generated.
 *
 * @param rowCounts data rows by file, the file's path below the network's folder
 * @param nodeCount nodes of the graph
 * @param relationshipCount relationships of the graph, those in columns of node rows included
 * @param byteCount bytes of all files
 */
public record GenerationSummary(Map<String, Long> rowCounts, long nodeCount, long relationshipCount, long byteCount) {
    public GenerationSummary {
        rowCounts = Map.copyOf(rowCounts);
    }

    /** Data rows of all files. */
    public long rowCount() {
        return rowCounts.values().stream().mapToLong(Long::longValue).sum();
    }
}
