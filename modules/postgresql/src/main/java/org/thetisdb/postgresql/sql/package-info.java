/**
 * SQL as Cypher: tables are labels, relationship types and lists of rows that come as parameters.
 *
 * <pre>
 *   text ──► SqlLexer ──► SqlText (literals out, operators by name) ──► the library's parser ──► its tree
 *                              │ places                                                            │
 *                              ▼                                                                   ▼
 *   PreparedQuery: Cypher, columns, parameters ◄── SelectTranslator ◄── FromTranslator, ExpressionTranslator
 *                                                    │ SetTranslator: UNION, INTERSECT, EXCEPT
 *                                                    │ WindowTranslator: Window, WindowFrame
 *                                                  InsertTranslator, ChangeTranslator ◄── Assignment: values of columns
 * </pre>
 *
 * <p>Invariants: what is not translated is an error of 0A000 with its place; nothing is left out silently. Each
 * expression has a type of PostgreSQL; a literal without one takes that of what it is compared with.
 *
 * <p>Threads: a translation belongs to one thread; what comes out is immutable.
 */
package org.thetisdb.postgresql.sql;
