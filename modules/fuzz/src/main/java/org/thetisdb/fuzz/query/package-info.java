/**
 * Queries as trees: what a generator makes, a rewrite changes, a shrinker takes apart, and only then becomes text.
 *
 * <pre>
 *   Phrase QUERY
 *   ├── Series of clauses            an element can be left out
 *   │   ├── Phrase MATCH …
 *   │   └── Phrase WITH …
 *   └── Phrase RETURN
 *       └── Series of items
 *           └── Phrase INTEGER       can become any other INTEGER: one below it, or a constant
 *               ├── Token "("
 *               ├── Phrase INTEGER
 *               ├── Token " + "
 *               └── Constant 1       can become a parameter
 * </pre>
 *
 * <p>Invariants: pieces are immutable; whether a tree makes sense is for the binder to say, so code that changes one
 * needs to know nothing of scopes.
 *
 * <p>Threads: everything may be shared.
 */
package org.thetisdb.fuzz.query;
