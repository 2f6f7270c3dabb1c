package org.thetisdb.storage.file;

/**
 * A run of an index.
 *
 * @param root where its root lies; its blocks are in the same file
 * @param bytes of the root and all blocks
 */
public record IndexExtent(Extent root, long bytes) {}
