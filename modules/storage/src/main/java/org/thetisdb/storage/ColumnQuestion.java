package org.thetisdb.storage;

/**
 * What is asked about a property of consecutive nodes, to be answered without reading the value of each: see {@link
 * GraphReader#askNodeProperty}. It belongs to who asks; what it holds is of no meaning if it was not answered.
 */
public sealed interface ColumnQuestion permits RangeQuestion, ColumnTotals, ColumnValues {}
