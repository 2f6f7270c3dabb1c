package org.thetisdb.storage.load;

import java.util.List;

/**
 * What a load did.
 *
 * @param propertyCount values of properties of nodes and of relationships, nulls left out
 * @param databaseBytes size of the new database's files
 * @param spilledBytes what went through temporary files
 * @param elapsedNanos from {@code create} to the rename
 * @param notes sentences for the user, such as that leftovers of a killed load were removed
 */
public record LoadResult(
        long nodeCount,
        long relationshipCount,
        long propertyCount,
        int chunkCount,
        long databaseBytes,
        long spilledBytes,
        long elapsedNanos,
        List<String> notes) {
    public LoadResult {
        notes = List.copyOf(notes);
    }
}
