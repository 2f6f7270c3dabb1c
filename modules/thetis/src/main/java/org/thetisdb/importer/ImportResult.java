package org.thetisdb.importer;

import java.util.List;
import java.util.Map;

/**
 * What an import did.
 *
 * @param nodesByLabel a node counts under each of its labels
 * @param badRowCount rows that were skipped
 * @param databaseBytes size of the new database's files
 * @param spilledBytes that went through temporary files
 * @param inferredColumns what the plain columns were taken for, table by table
 * @param notes sentences for the user
 */
public record ImportResult(
        long nodeCount,
        long relationshipCount,
        long propertyCount,
        Map<String, Long> nodesByLabel,
        Map<String, Long> relationshipsByType,
        long badRowCount,
        double seconds,
        double readSeconds,
        long databaseBytes,
        long spilledBytes,
        List<InferredColumn> inferredColumns,
        List<String> notes) {
    public ImportResult {
        nodesByLabel = Map.copyOf(nodesByLabel);
        relationshipsByType = Map.copyOf(relationshipsByType);
        inferredColumns = List.copyOf(inferredColumns);
        notes = List.copyOf(notes);
    }

    /** Nodes and relationships a second, over the whole import. */
    public double elementsPerSecond() {
        return (nodeCount + relationshipCount) / Math.max(seconds, 1e-9);
    }
}
