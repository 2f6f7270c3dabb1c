/**
 * Bulk import of CSV files into a new database.
 *
 * <pre>
 *   ImportArguments ──► ImportPlan ──► Importer.run ──► ImportResult
 *   (command line)      what to read    │    ▲
 *                       and as what     │    └ ImportOptions: memory, threads, tolerance
 *                                       ▼
 *                        plan ─► csv ─► ids ─► load ─► storage's BulkLoader ─► database
 * </pre>
 *
 * <p>Invariants: an import is all or nothing: the database appears under its name complete, or not at all, and with
 * overwriting the former one stays until then. Memory stays within the budget at any size of input.
 *
 * <p>Threads: an {@link org.thetisdb.importer.Importer} runs one import on the calling thread and workers of its own.
 */
package org.thetisdb.importer;
