package org.thetisdb.storage;

/**
 * Which nodes have a value that passes a test.
 *
 * @param into gets a bit for each node, the first the least significant one of the first word; the others of the last
 *     word are 0
 */
public record RangeQuestion(RangeTest test, long[] into) implements ColumnQuestion {}
