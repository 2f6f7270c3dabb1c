package org.thetisdb.storage.file;

/**
 * A root before the newest, whose segments are all still there.
 *
 * @param number of the root
 * @param revision up to which it holds all commits
 * @param timeMillis when that revision was committed, in milliseconds since 1970
 * @param root where it lies
 */
public record EarlierRoot(long number, long revision, long timeMillis, Extent root) {}
