/**
 * A table out of an XML document of some 14 MB, beside PostgreSQL's XMLTABLE: {@code ./thetis bench xml}.
 *
 * <pre>
 *   XmlOptions ──► XmlRun ── a PostgreSQL of its own ── schema_to_xml('pg_catalog') ──► the document, in both
 *                    │  for each set of processors, in turns
 *                    ├──► PostgresCalls: 16 calls in a new session
 *                    └──► XmlChild, a process: 16 calls in its first session, 16 in another one
 *                           (with jars by JarredClassPath, so that the JVM can keep what it has loaded in a cache)
 * </pre>
 *
 * <p>Invariants: both give the same texts in the same order, in every round.
 *
 * <p>Threads: one; what the systems have besides is theirs.
 */
@org.jspecify.annotations.NullMarked
package org.thetisdb.bench.xml;
