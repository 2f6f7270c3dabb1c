/**
 * Text to syntax tree, by hand: a lexer that never fails and a recursive-descent parser with one method per level of
 * precedence.
 *
 * <pre>
 *   text → Lexer → Tokens → TokenCursor ┬ Parser            statements, clauses
 *                                       ├ UpdateParser      clauses that write, commands on the schema
 *                                       ├ CopyParser        COPY to and from files
 *                                       ├ PatternParser     (a)-[r]-&gt;(b), label expressions
 *                                       └ ExpressionParser  → LiteralParser
 * </pre>
 *
 * <p>A first parse in a cold process must not be noticeable: so no regular expressions, no lambdas, no string
 * concatenation unless there is an error to report, and few classes. There is no table of keywords: a parser asks for
 * the word that it could use next, so any word is free to be a name wherever no clause could begin.
 *
 * <p>Invariants: nesting is bounded ({@link org.thetisdb.cypher.parse.TokenCursor#NESTING_MAX}), so that no text
 * overflows the stack of the parser or of code that walks the tree.
 *
 * <p>Threads: a parser belongs to one parse; {@link org.thetisdb.cypher.parse.Tokens} may be shared once scanned.
 */
package org.thetisdb.cypher.parse;
