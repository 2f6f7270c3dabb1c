package org.thetisdb.importer;

import java.util.List;
import java.util.Map;

/**
 * What an import did.
 *
 * @param nodeCount nodes made
 * @param relationshipCount relationships made
 * @param propertyCount values of properties of both
 * @param nodesByLabel a node counts under each of its labels
 * @param relationshipsByType how many of each type
 * @param badRowCount rows that were skipped
 * @param seconds what all of it took
 * @param readSeconds what reading the files took, without writing the database's structures
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
    /** Takes copies of maps and lists. */
    public ImportResult {
        nodesByLabel = Map.copyOf(nodesByLabel);
        relationshipsByType = Map.copyOf(relationshipsByType);
        inferredColumns = List.copyOf(inferredColumns);
        notes = List.copyOf(notes);
    }

    /** {@return nodes and relationships a second, over the whole import} */
    public double elementsPerSecond() {
        return (nodeCount + relationshipCount) / Math.max(seconds, 1e-9);
    }
}
