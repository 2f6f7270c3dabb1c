package org.thetisdb.storage;

import org.jspecify.annotations.Nullable;

/**
 * What is asked about a property of consecutive nodes, to be answered without reading the value of each: see {@link
 * GraphReader#askNodeProperty}. It belongs to who asks; what it holds is of no meaning if it was not answered.
 */
public sealed interface ColumnQuestion permits RangeQuestion, ColumnTotals, ColumnCodes {
    /**
     * Which of the nodes are meant: a bit for each, the first the least significant one of the first word, the others
     * of the last word 0; null for all.
     */
    long @Nullable [] chosen();
}
