package org.thetisdb.storage.file;

import org.thetisdb.io.PagedFileGeometry;

/**
 * A data file as a root knows it. Roots name a file from the first, which was written with it or has adopted it, until
 * the last that still has a segment there, without a gap; so two numbers of roots tell which need it.
 *
 * @param identity which file it is; its number tells its name
 * @param geometry pages and checksum table, and so the file's length
 * @param liveBytes bytes of the extents in it that the root names; 0 if only earlier roots need it
 * @param firstRoot the number of the root that was written with it or has adopted it
 * @param lastRoot the number of the newest root that names anything in it
 */
public record DataFile(
        DataFileIdentity identity, PagedFileGeometry geometry, long liveBytes, long firstRoot, long lastRoot) {
    public int number() {
        return identity.number();
    }
}
