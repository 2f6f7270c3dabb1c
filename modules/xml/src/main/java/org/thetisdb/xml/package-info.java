/**
 * XML and JSON documents in the database: an extension that is made as anybody makes one.
 *
 * <pre>
 *   XmlExtension ── names the classes ──►  XmlFunctions, XmlProcedures, XmlDocument (aggregate, NodeCollection)
 *                                          JsonFunctions, JsonProcedures, JsonDocument
 *                                             │
 *                        Engines ◄────────────┘    what is kept between calls
 *                           ├──► tree   XML by Saxon
 *                           └──► json, path   JSON by Jackson, JSONPath (RFC 9535)
 * </pre>
 *
 * <p>Invariants: a document is read once for a call, and nothing of it or of an answer is there after the call. Between
 * calls only compiled expressions, names and parsers are kept, a bounded number of them.
 *
 * <p>Threads: any may call any function.
 */
package org.thetisdb.xml;
