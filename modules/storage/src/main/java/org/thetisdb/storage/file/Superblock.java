package org.thetisdb.storage.file;

import java.util.UUID;
import org.thetisdb.io.PagedFileGeometry;

/**
 * Which root counts.
 *
 * @param databaseId given at creation, the same for all revisions
 * @param rootNumber 1 for a fresh import, one more for each root after it
 * @param revision up to which the root holds all commits; 1 for a fresh import
 * @param timeMillis when that revision was committed, in milliseconds since 1970
 * @param root where the root lies
 * @param geometry pages and checksum table of the data file that holds the root
 */
public record Superblock(
        UUID databaseId, long rootNumber, long revision, long timeMillis, Extent root, PagedFileGeometry geometry) {}
