package org.thetisdb;

import java.nio.file.Path;

/**
 * What a dump has written.
 *
 * @param target the file or directory
 * @param revision of the graph
 * @param nodeCount nodes written
 * @param relationshipCount relationships written
 * @param bytes length of what was written, over all files
 * @param schemaStatements statements that make indexes, constraints and extensions; those of a dump to CSV are in a
 *     file of their own, {@code schema.cypher}, to be run after the import
 */
public record DumpResult(
        Path target, long revision, long nodeCount, long relationshipCount, long bytes, int schemaStatements) {}
