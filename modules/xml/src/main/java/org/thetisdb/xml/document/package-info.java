/**
 * What both kinds of documents have in common.
 *
 * <pre>
 *   CompiledCache      an expression's text ──► what was made of it, the last few
 *   Columns            the argument {@code columns} of a table: names and paths ──► one value for a row
 *   NodeTree           rows of nodes, each with its parent ──► a tree, for those who write it as a document
 *   Checkpoints        asks now and then whether the query still wants an answer
 *   DocumentException  what is wrong with a document or an expression, and where
 * </pre>
 *
 * <p>Invariants: nothing keeps a document, or what was found in one, when the call has ended.
 *
 * <p>Threads: caches may be shared, all else belongs to one call.
 */
package org.thetisdb.xml.document;
