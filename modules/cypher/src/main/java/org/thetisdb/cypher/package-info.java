/**
 * Text in, bound query out.
 *
 * <pre>
 *   text → Lexer → tokens → Parser → syntax tree → Binder → {@link org.thetisdb.cypher.bound.BoundQuery}
 * </pre>
 *
 * <p>Threads: stateless but for one parse or bind, which belongs to its thread.
 */
package org.thetisdb.cypher;
