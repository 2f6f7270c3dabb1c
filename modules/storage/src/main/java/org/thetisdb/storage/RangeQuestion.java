package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;

/**
 * Which nodes have a value that passes a test.
 *
 * @param into gets a bit for each node, the first the least significant one of the first word; the others of the last
 *     word are 0
 * @param chosen which of the nodes are meant, likewise; of others it may say anything; null for all
 */
public record RangeQuestion(RangeTest test, long[] into, long @Nullable [] chosen) implements ColumnQuestion {}
