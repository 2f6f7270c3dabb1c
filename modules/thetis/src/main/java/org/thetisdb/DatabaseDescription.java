package org.thetisdb;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.io.PageCacheDescription;

/**
 * What a database holds and how, for people and tools: as of the newest root, which the last checkpoint has written.
 * Maps are in the order in which to print them. Immutable.
 *
 * @param directory where the database is
 * @param databaseId made with the database; its backups have the same
 * @param formatVersion of the files
 * @param revision what the newest root shows; later ones wait in the log
 * @param fileBytes of all data files
 * @param pageBytes the unit in which files are read, checked and kept in memory
 * @param nodeCount nodes of that revision
 * @param relationshipCount relationships of that revision
 * @param chunkCount ranges of nodes that columns and lists are cut into
 * @param labels nodes by label
 * @param types relationships by type
 * @param structureBytes bytes by structure: node columns, relationship columns, forward and backward lists, label
 *     columns, indexes, statistics, and the rest (directories, roots, checksums, padding, what only earlier roots need)
 * @param files the data files, the oldest first
 * @param earlierRootCount roots of earlier revisions that are kept
 * @param columns the properties' columns: those of nodes, then those of each type
 * @param indexes all indexes
 * @param pageCache how the page cache is set up
 */
public record DatabaseDescription(
        Path directory,
        UUID databaseId,
        int formatVersion,
        long revision,
        long fileBytes,
        int pageBytes,
        long nodeCount,
        long relationshipCount,
        int chunkCount,
        Map<String, Long> labels,
        Map<String, Long> types,
        Map<String, Long> structureBytes,
        List<DataFile> files,
        int earlierRootCount,
        List<Column> columns,
        List<Index> indexes,
        PageCacheDescription pageCache) {
    /** Takes copies of maps and lists. */
    public DatabaseDescription {
        labels = inOrder(labels);
        types = inOrder(types);
        structureBytes = inOrder(structureBytes);
        files = List.copyOf(files);
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }

    private static <V> Map<String, V> inOrder(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /**
     * All segments of one property.
     *
     * @param owner the relationship type, or empty for nodes
     * @param propertyKey the property
     * @param valueCount nodes or relationships that have it
     * @param encodings segments and bytes by the name of the encoding
     */
    public record Column(String owner, String propertyKey, long valueCount, Map<String, Usage> encodings) {
        /** Takes a copy of the map. */
        public Column {
            encodings = inOrder(encodings);
        }
    }

    /**
     * How much of something there is.
     *
     * @param segmentCount pieces, one for each chunk that has any
     * @param bytes what they take in the file
     */
    public record Usage(long segmentCount, long bytes) {}

    /**
     * A data file.
     *
     * @param name within the directory
     * @param bytes its length
     * @param liveBytes of what the newest root names in it
     */
    public record DataFile(String name, long bytes, long liveBytes) {}

    /**
     * An index, with its size.
     *
     * @param label whose nodes it covers
     * @param propertyKey whose values it is ordered by
     * @param unique whether no two nodes with the label have equal values
     * @param entryCount nodes in it, as of the newest root
     */
    public record Index(String label, String propertyKey, boolean unique, long entryCount) {}
}
