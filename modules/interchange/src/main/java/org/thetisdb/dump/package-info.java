/**
 * Writes a whole graph as text that makes it again: as statements, or as CSV files with a mapping for the import.
 *
 * <pre>
 *   Snapshot ──► GraphScan ──► CypherDump ──► one file: indexes, nodes, relationships, constraints, extensions
 *                         └──► CsvDump ─────► Person.csv, KNOWS.csv, mapping.json, schema.cypher
 * </pre>
 *
 * <p>Invariants: what is written is the graph of one revision; every value comes back as the same value of the same
 * type. Ids of nodes and relationships are not kept.
 *
 * <p>Threads: a dump runs on its caller's thread.
 */
package org.thetisdb.dump;
