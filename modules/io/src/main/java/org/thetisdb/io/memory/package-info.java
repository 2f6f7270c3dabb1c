/**
 * One budget of memory, and who holds how much of it.
 *
 * <pre>
 *   --memory, withMemory ──► MemoryBudget ──► MemoryGovernor ◄── JvmHeap (how large, and whose)
 *   the machine, its groups ─► MemoryEnvironment │ one account for each MemoryUse
 *                                                ▼
 *      queries   changes   history   checkpoints                   pages
 *         └────────┴────────┴────────────┘                           ▲
 *              MemoryAccount: tryTake, take, release ── what is left ┘ MemoryLender: gives pages up, gets room back
 * </pre>
 *
 * <p>Blocks of what is taken outside the heap come from {@link org.thetisdb.io.memory.BlockMemory}, so that what is
 * given back is the system's again. Of mapped temporary files, which no account pays for, {@link
 * org.thetisdb.io.memory.MappedShare} keeps little resident.
 *
 * <p>Invariants: what all accounts hold is at most the budget less the floor of the pages, but for what was taken
 * without asking; the pages get what the others leave, at once; an account holds at most its limit.
 *
 * <p>Threads: everything here may be used by all threads. Nothing waits.
 */
package org.thetisdb.io.memory;
