/**
 * The embedded API: all that programs and front ends use.
 *
 * <pre>
 *   Database ──session()──► Session ──run(text, parameters)─────────────────────► Result ──► Record, Record, …
 *   one per directory       one per thread                                       a batch    immutable
 *                              ├─beginTransaction()──► Transaction ──run(…)────► at a time
 *                              ├─executeWrite(work)───► the same, tried again ─┘
 *                              └─at(revision)─────────► Session of the past
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
 * <p>Values are as {@code org.thetisdb.value} lists them; nodes, relationships and paths arrive as
 * {@link org.thetisdb.Node}, {@link org.thetisdb.Relationship} and {@link org.thetisdb.Path} with everything they hold,
 * so that they outlive result, session and database.
 *
 * <p>Invariants: a record never changes. What is closed closes what it has handed out: a database its sessions, a
 * session its transaction and its results. An error ends the statement that met it, and its transaction, and nothing
 * else. A record shows its nodes and relationships as of its statement's snapshot: they are copied when it is made.
 *
 * <p>Threads: a {@code Database} may be shared; a {@code Session} and its results belong to one thread at a time;
 * {@code Result.cancel()} and {@code Database.close()} may be called by any thread. The path of a query that returns
 * one row takes no lock.
 */
package org.thetisdb;
