/**
 * Thetis, a graph database inside a program: all that programs and front ends use.
 *
 * <pre>
 *   import java.nio.file.Path;
 *   import java.util.Map;
 *   import org.thetisdb.Database;
 *   import org.thetisdb.Record;
 *   import org.thetisdb.Session;
 *
 *   try (Database database = Database.openOrCreate(Path.of("people.thetis"));
 *           Session session = database.session()) {
 *       session.run("CREATE (:Person {id: $id, name: $name})", Map.of("id", 7, "name", "Ada"));
 *       for (Record row : session.run("MATCH (p:Person {id: $id}) RETURN p.name AS name", Map.of("id", 7))) {
 *           System.out.println(row.getString("name"));
 *       }
 *   }
 * </pre>
 *
 * <p>{@code java.lang} has a {@code Record} too, and {@code java.nio.file} a {@code Path}: import the one that is
 * meant by its full name, also beside {@code import org.thetisdb.*;} or {@code import module org.thetisdb;}, or write
 * {@code var}.
 *
 * <h2>What leads to what</h2>
 *
 * <pre>
 *   Database ──prepare(text)──► PreparedStatement: in the place of a text, for all threads
 *   Database ──session()──► Session ──run(text, parameters)─────────────────────► Result ──► Record, Record, …
 *   one per directory       one per thread                                       a batch    immutable
 *                              ├─beginTransaction()──► Transaction ──run(…)────► at a time
 *                              ├─executeWrite(work)───► the same, tried again ─┘
 *                              └─at(revision)─────────► Session of the past
 * </pre>
 *
 * <p>Numbers, texts and times are the Java classes that {@link org.thetisdb.value} lists; nodes, relationships and
 * paths arrive as {@link org.thetisdb.Node}, {@link org.thetisdb.Relationship} and {@link org.thetisdb.Path} with
 * everything they hold, so that they outlive result, session and database. How a database is opened is said by
 * {@link org.thetisdb.DatabaseOptions}; files are imported by {@link org.thetisdb.importer}.
 *
 * <h2>Transactions</h2>
 *
 * <p>A statement that {@link org.thetisdb.Session#run(String)} runs is a transaction of its own: if it writes, it is
 * committed, and on the device, when the method returns. Several belong together between
 * {@link org.thetisdb.Session#beginTransaction()} and {@link org.thetisdb.Transaction#commit()}, or in
 * {@link org.thetisdb.Session#executeWrite}, which tries again after a conflict with another transaction. A transaction
 * sees the revision with which it began and its own writes; {@link org.thetisdb.Isolation} and
 * {@link org.thetisdb.Durability} say what more it may ask for.
 *
 * <h2>Time travel</h2>
 *
 * <p>Each commit makes a revision with a number, a time and perhaps a message, and earlier ones stay readable as long
 * as {@link org.thetisdb.Retention} says. A session reads the past by {@link org.thetisdb.Session#at(long)} or
 * {@link org.thetisdb.Session#at(java.time.Instant)}, a query by {@code USE revision(7)} or {@code USE time('…')} in
 * front of it; {@code CALL history.versions(node)} and the like show what changed.
 *
 * <h2>Errors</h2>
 *
 * <p>Whatever goes wrong is a {@link org.thetisdb.value.ThetisException}, unchecked, with a stable
 * {@link org.thetisdb.value.ErrorCode} and, if it is in a text, its place there. An error ends the statement that met
 * it, and its transaction, and nothing else: the session continues. What is not wrong but may not be what was meant is
 * a {@link org.thetisdb.value.Notification} of the {@link org.thetisdb.ResultSummary}. Arguments are never null.
 *
 * <h2>Threads</h2>
 *
 * <p>A {@code Database} may be shared; a {@code Session}, its transaction and its results belong to one thread at a
 * time; {@link org.thetisdb.Session#cancel()}, {@link org.thetisdb.Result#cancel()} and
 * {@link org.thetisdb.Database#close()} may be called by any thread. Records, nodes, options and reports are
 * immutable. The path of a query that returns one row takes no lock.
 *
 * <p>Invariants: a record never changes. What is closed closes what it has handed out: a database its sessions, a
 * session its transaction and its results. A record shows its nodes and relationships as of its statement's snapshot:
 * they are copied when it is made.
 */
package org.thetisdb;
