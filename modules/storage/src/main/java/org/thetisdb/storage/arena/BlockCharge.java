package org.thetisdb.storage.arena;

import org.thetisdb.io.memory.MemoryAccount;

/** What the blocks of an arena take, and on whose account. Thread safe. */
final class BlockCharge {
    private MemoryAccount account;
    private long bytes;
    private boolean closed;

    BlockCharge(MemoryAccount account) {
        this.account = account;
    }

    /** Takes memory if the account has some left. */
    synchronized boolean tryTake(long more) {
        boolean taken = account.tryTake(more);
        bytes += taken ? more : 0;
        return taken;
    }

    /** Takes memory, be there some left or not. */
    synchronized void take(long more) {
        account.take(more);
        bytes += more;
    }

    /** Gives some of it back, unless all was. */
    synchronized void release(long less) {
        if (!closed) {
            account.release(less);
            bytes -= less;
        }
    }

    /** From now on another account has it all. */
    synchronized void moveTo(MemoryAccount other) {
        if (!closed) {
            other.take(bytes);
            account.release(bytes);
        }
        account = other;
    }

    synchronized long limitBytes() {
        return account.limitBytes();
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Gives all back; false if that was done before. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        account.release(bytes);
        bytes = 0;
        return true;
    }
}
