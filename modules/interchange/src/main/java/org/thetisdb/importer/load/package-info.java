/**
 * Runs an import: one thread reads and decompresses, the others parse, look up and append.
 *
 * <pre>
 *   TypeScan first, if there are columns without a type: all their values, by as many workers
 *
 *   Producer ──► queue of work ──► Worker × n ──► NodeLoad ─────────► IdSpace.put, NodeAppender
 *     blocks of a file               │              └ foreign keys ─┬► RelationshipAppender   (other nodes all in)
 *     rows put off                   │                              └► DeferredRows           (not yet)
 *                                    └───────────► RelationshipLoad ► IdSpace.resolve, RelationshipAppender
 *
 *   table of nodes, wait, table of nodes, wait, …, seal the spaces, rows put off, tables of relationships
 * </pre>
 *
 * <p>A foreign key is resolved at once if every table of its space has been read, so tables should be listed after
 * those that they refer to. Where that cannot be (a table that refers to itself) the row's few fields that the
 * relationship needs are kept as they are in the file, in memory or, beyond a limit, in a temporary file, and are
 * parsed again when all nodes are in. That is less work than to read and decompress the whole file a second time and to
 * look up the nodes' own ids again: at 1.8 million rows of such references about 0.1 KiB a row are written against 0.2
 * KiB read.
 *
 * <p>Invariants: no node is appended after the first relationship of a table; a row that is wrong leaves nothing in the
 * graph, but a row whose foreign key leads nowhere leaves its node.
 *
 * <p>Threads: see each class; the queue is the only place where they meet, besides the loader, the spaces, the counts
 * and the list of errors, which are thread safe.
 */
package org.thetisdb.importer.load;
