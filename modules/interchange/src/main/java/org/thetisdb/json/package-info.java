/**
 * Values as JSON and out of it, for all that reads or writes it: results, parameters, COPY, the import's mappings and
 * reports, dumps.
 *
 * <pre>
 *   values ──► JsonWriter ──► text
 *   text ──► jackson-core's tokens ──► JsonReader ──► values, or a NotJsonException with its place
 * </pre>
 *
 * <p>Invariants: what is written is JSON by RFC 8259, on one line unless it is asked to be indented; what JSON has no
 * number for is a string. What is written is read back the same. Nobody else names a class of the library.
 *
 * <p>Threads: stateless.
 */
package org.thetisdb.json;
