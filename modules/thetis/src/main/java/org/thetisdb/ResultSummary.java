package org.thetisdb;

/**
 * What a statement did, known when its last record was read.
 *
 * @param counters what it changed
 * @param revision of a statement that committed changes by itself: the revision that it made. Else the revision that
 *     it read; inside a transaction the one with which the transaction began
 */
public record ResultSummary(Counters counters, long revision) {}
