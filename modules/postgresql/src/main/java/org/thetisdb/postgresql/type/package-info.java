/**
 * Values of Cypher as PostgreSQL's types have them, in text and in binary, and back.
 *
 * <pre>
 *   value of a record ──► Conversion (to the column's type) ──► TextFormat │ BinaryFormat ──► MessageWriter
 *   bytes of a parameter ──► ParameterFormat ──► value for Cypher           GraphJson: nodes, lists, maps as jsonb
 *                                                                        TupleId: ids as ctid
 * </pre>
 *
 * <p>Invariants: a value of another type than its column's is converted where nothing is lost, else it is an error;
 * nothing is cut off but what is finer than a microsecond.
 *
 * <p>Threads: stateless.
 */
package org.thetisdb.postgresql.type;
