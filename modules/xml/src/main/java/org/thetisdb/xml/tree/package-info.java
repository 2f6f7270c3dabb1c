/**
 * XML by Saxon, kept from files and network, and as fast as it can be.
 *
 * <pre>
 *   text ──► SafeParser ──► TreeHandler ──► a tree, for the length of one call
 *                                             │   TextLengths: how long the text of a node is, without making it
 *   expressions, stylesheets ──► XmlEngine ───┤
 *     (CompiledCache)              Closed     │   XmlValues: items ──► values of Cypher, and back
 *                                             ▼
 *   TreeNodes  a tree as rows, TreeMaps  as maps;  XmlWriter  from rows and maps to text
 *   XmlFailures  errors with their places;  CheckedUris  what a thread has to forget
 * </pre>
 *
 * <p>Invariants: nothing is read but the texts that are given: each way by which an expression could ask for something
 * else ends in {@code Closed}. An engine knows names, expressions and parsers, and no document.
 *
 * <p>Threads: engines and what they have compiled may be shared; trees, readers and writers belong to one call.
 */
package org.thetisdb.xml.tree;
