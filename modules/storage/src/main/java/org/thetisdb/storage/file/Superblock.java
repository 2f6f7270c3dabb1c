package org.thetisdb.storage.file;

import java.util.UUID;
import org.thetisdb.io.PagedFileGeometry;

/**
 * What a data file says of itself.
 *
 * @param databaseId given at creation, the same for all revisions
 * @param revision 1 for a fresh import
 * @param root where the root lies
 * @param geometry pages and checksum table
 */
public record Superblock(UUID databaseId, long revision, Extent root, PagedFileGeometry geometry) {}
