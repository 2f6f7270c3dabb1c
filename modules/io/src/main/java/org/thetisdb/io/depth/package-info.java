/**
 * Many reads under way at a time: how a device is kept busy by one thread that waits. Knows descriptors, addresses and
 * numbers of tasks; nothing of files' names, pages or batches.
 *
 * <pre>
 *    RingPool --- take, giveBack ---> Ring --- add, enter, take ---> its user, one thread at a time
 *    (while files are open)            |  |
 *                                      |  +-- UringLayout   where what lies in the memory shared with the kernel
 *                                      v
 *    RingProbe --- is it there? ---> RingCalls   the system calls, to be replaced by tests
 *
 *    ReaderThreads --- run(count, helpers, task) ---> the caller and daemon threads take numbers until none is left
 *    BatchesBehind --- run(read) ---> one daemon thread, while the caller goes on
 *    a log that waits for the device --- begin, end ---> CommitGate: what is read ahead awaits its end
 *    ProcessorGate: how many threads of work in the background have a processor that nobody else needs
 * </pre>
 *
 * <p>Invariants: what {@link org.thetisdb.io.depth.Ring#add} was given is read by nobody once {@link
 * org.thetisdb.io.depth.Ring#finish} has returned; when no file is open, there is no ring and no thread of
 * an engine; what reads behind ends when its page cache is closed.
 *
 * <p>Threads: {@link org.thetisdb.io.depth.RingPool} and {@link org.thetisdb.io.depth.ReaderThreads} may be used by all
 * threads, a {@link org.thetisdb.io.depth.Ring} by one at a time.
 */
package org.thetisdb.io.depth;
