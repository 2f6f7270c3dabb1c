/**
 * Typed vectors: the form in which values travel between storage and the operators of a query.
 *
 * <pre>
 *   kind INTEGER        longs  [ 7 | 3 | 0 | 9 ]      nulls [ . | . | x | . ]
 *   kind STRING         bytes  "helloworldhi…"        starts [ 0 | 5 | 10 ]   lengths [ 5 | 5 | 2 ]
 *                       or, if coded:             codes  [ 1 | 0 | 1 ]    Dictionary: 0 "hi", 1 "hello"
 *   kind ZONED_DATETIME longs  = epoch seconds        longs2 = nanosecond &lt;&lt; 32 | zone code
 *   kind RELATIONSHIP   longs  = id                   longs2 = start node     longs3 = end node
 *   kind OBJECT         objects: lists, maps, paths, durations, points, and columns of mixed types
 *
 *   PackedList          a list as such vectors, in pieces, by PackedListBuilder; it is a TypedList
 *   FlatList            a short one as plain longs, by FlatListBuilder; it is a TypedList
 *   VectorGrowth        what appending to a vector will take
 * </pre>
 *
 * <p>Invariants: a vector has one kind at a time; entries that are null hold unspecified data in the arrays; strings
 * are UTF-8, so that unsigned byte order is code-point order.
 *
 * <p>Threads: a vector is mutable and belongs to one thread at a time.
 */
package org.thetisdb.value.vector;
