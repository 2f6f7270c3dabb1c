package org.thetisdb.dump;

/**
 * What a dump has written.
 *
 * @param nodeCount all nodes of the revision
 * @param relationshipCount all its relationships
 * @param bytes of all files together
 * @param schemaStatements how many indexes, constraints and extensions are made again, one statement each
 */
public record DumpCounts(long nodeCount, long relationshipCount, long bytes, int schemaStatements) {}
