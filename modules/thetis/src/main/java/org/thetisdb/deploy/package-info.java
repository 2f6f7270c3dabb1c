/**
 * Extensions that lie in the database: from the jar to what queries can call.
 *
 * <pre>
 *   CREATE EXTENSION text FROM 'text.jar'
 *        │  JarContent: its entries, unpacked            catalog of the store: name, rights, digest, jar
 *        │  Purity (fence): what its code may do                        │
 *        ▼                                                             ▼  before each statement: anything new?
 *   Deployments ── tried out ──► committed ─────────────────────► JarLoader ──► Extension ──► the engine's table
 *                                               ExtensionModule: a module and layer of its own, and what it reads
 * </pre>
 *
 * <p>Invariants: what is committed could be loaded by who committed it; what cannot be loaded elsewhere, say for want
 * of the right to trust it, is listed with the reason and called by nobody. Each extension has a class loader of its
 * own, to which nobody refers when it was dropped or replaced and the statements that used it have ended.
 *
 * <p>Threads: all of it may be shared.
 */
package org.thetisdb.deploy;
