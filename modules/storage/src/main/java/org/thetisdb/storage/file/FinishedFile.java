package org.thetisdb.storage.file;

import org.thetisdb.io.PagedFileGeometry;

/**
 * A data file that is on the device and holds no root: the next root that names something in it makes it count.
 *
 * @param identity which file it is
 * @param geometry pages and checksum table
 */
public record FinishedFile(DataFileIdentity identity, PagedFileGeometry geometry) {}
