/**
 * The inner halves of {@code Database}, {@code Session}, {@code Transaction} and {@code Result}, which are thin faces
 * over them.
 *
 * <pre>
 *   DatabaseCore ◄── SessionCore ──begin──► TransactionCore
 *    store, engine,    │  │ each statement by itself      │
 *    idle readers      │  └─────────► StatementRunner ◄───┘
 *                      │                   │ read: batch by batch · write: to its end, then committed (AutoCommit)
 *                      ▼                   ▼
 *                   Activity ◄──────── ResultCore ──► OpenRows ──► ResultCursor of the engine
 *                   who is inside          ▲    └─completed─► KeptRows, SpooledRows on disk
 *                                      OpenResults: those that are not read to their end
 * </pre>
 *
 * <p>Invariants: the engine and storage are touched between {@code Activity.enter} and {@code leave} only, so that a
 * database which is closed by another thread waits for what runs. What is completed holds rows and nothing of where
 * they came from. Nothing here knows the API, nor COPY: who needs to be told is handed in.
 *
 * <p>Threads: a {@code DatabaseCore} is shared by all; the others belong to their session's thread but for
 * {@code cancel}, and for what closes them from outside.
 */
package org.thetisdb.session;
