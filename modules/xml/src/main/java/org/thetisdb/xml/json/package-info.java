/**
 * JSON texts.
 *
 * <pre>
 *   text ── JsonText ──► maps, lists, strings, numbers ── JsonOutput ──► text
 *                           │ JsonNodes: as rows of nodes, and back
 * </pre>
 *
 * <p>Invariants: what is written can be read again; a name is in an object once.
 *
 * <p>Threads: stateless, but for the rows of one call.
 */
package org.thetisdb.xml.json;
