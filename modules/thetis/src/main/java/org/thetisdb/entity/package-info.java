/**
 * From references to nodes, relationships and paths to what they hold.
 *
 * <pre>
 *   rows of a result ──► EntityRows ──a portion of them──► EntityColumns: properties, key by key
 *                                                              ▲ reads
 *   NodeReference, RelationshipReference, PathReference ──► EntityReader ──► EntityMaker ──► the caller's own objects
 *                                                              ▲ EntityReaders: those that nobody uses now
 *                                                    EntityForms: the maker of plain lists, to be put on disk
 * </pre>
 *
 * <p>Invariants: an object is complete when it is made, and reads nothing afterwards. Idle readers are over the
 * newest base only.
 *
 * <p>Threads: a reader belongs to one thread at a time; the rest is shared.
 */
package org.thetisdb.entity;
