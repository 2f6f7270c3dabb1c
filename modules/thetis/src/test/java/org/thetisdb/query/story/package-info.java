/**
 * Stories: statements of one session, one after another, with the result of each. Here belongs what a single
 * query cannot show: the schema, transactions, procedures, the past.
 *
 * <pre>
 *   stories/*.test ─ TextCases ─ StoryTest ─┬─ StoryTeller ─ Database, Session, Transaction (the public API)
 *                                           └─ StoryManner: how the database is opened
 * </pre>
 *
 * <p>Invariants: a story gives the same in every manner; it begins with an empty database of its own.
 *
 * <p>Threads: one; the database has workers of its own.
 */
package org.thetisdb.query.story;
