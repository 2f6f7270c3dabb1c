package org.thetisdb.importer.plan;

import java.nio.file.Path;

/**
 * One file of a table.
 *
 * @param header whether the first row holds names, not values
 * @param columnFields for each column, the field of the table that it is, or -1 if it is not wanted
 */
public record TableFile(Path path, long sizeBytes, boolean header, int[] columnFields) {}
