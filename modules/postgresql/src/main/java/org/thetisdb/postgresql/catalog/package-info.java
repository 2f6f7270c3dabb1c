/**
 * What SQL knows of the graph: labels and relationship types as tables, and the lists in which PostgreSQL's clients
 * look for them.
 *
 * <pre>
 *   Schema, and samples of values ──► GraphCatalog ──► GraphTables: GraphTable, GraphColumn
 *                                                          │ Names: which one is meant
 *   pg_class, pg_attribute, … ◄── SystemTables: CatalogTable, whose rows are maps, given to Cypher as parameters
 * </pre>
 *
 * <p>Invariants: a table keeps its number while the database is open, and over restarts: it follows from the order in
 * which the database has learnt the names.
 *
 * <p>Threads: {@code GraphCatalog} is thread safe; the rest is immutable.
 */
package org.thetisdb.postgresql.catalog;
