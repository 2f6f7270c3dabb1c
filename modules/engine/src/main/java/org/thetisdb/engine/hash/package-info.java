/**
 * What every hash table of the engine is made of: a mixer, a directory of tagged words, a set of longs, one of nodes, a
 * table of pairs.
 *
 * <pre>
 *   HashMixer     64 bits ──► hash
 *   TagDirectory  hash    ──► entry numbers that may be meant   (keys are elsewhere: engine.table)
 *   LongTable     long    ──► number                            (the key is in the table)
 *   PairTable     two ints ─► longs                         (keys are in the table, each entry with its own)
 *   NodeBits      node    ──► a bit of its chunk's bitmap
 *   NodeFilter    node    ──► whether it may be one of a few
 * </pre>
 *
 * <p>Invariants: nothing here knows values, vectors or rows. Everything that probes builds on these, so that probing,
 * growing and tags are written once.
 *
 * <p>Threads: tables belong to one worker while they are filled; after that they may be read by several.
 */
package org.thetisdb.engine.hash;
