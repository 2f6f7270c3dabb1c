/**
 * Texts of SQL before they are parsed, and what patterns in them mean.
 *
 * <pre>
 *   text ──► SqlLexer ──► Token … ──► SqlText: literals out, operators by name ──► the library's parser
 *   LIKE 'a%'  ──► LikePattern           ──► STARTS WITH, or a regular expression
 *   ~ '[[:digit:]]' ──► RegularExpression ──► one of Java
 * </pre>
 *
 * <p>Invariants: each word knows its place in the text of the client.
 *
 * <p>Threads: what comes out is immutable.
 */
package org.thetisdb.postgresql.text;
