package org.thetisdb.io.system;

/** What the system is told of a part of a mapped file. Where it is not heard, nothing is lost. */
public enum MappedAdvice {
    /** Nothing need be read ahead of what is used. */
    RANDOM(1),

    /** It will be used soon. */
    SOON(3),

    /**
     * It is not used now: it no longer counts as this process' memory, and is brought back when it is. What was written
     * to it stays. To be said of memory that is shared with its file: other memory would lose what it holds.
     */
    AWAY(4);

    /** As Linux has it. */
    final int number;

    MappedAdvice(int number) {
        this.number = number;
    }
}
