package org.thetisdb.storage.options;

/** What a transaction is protected from; see {@code docs/ISOLATION.md}. */
public enum Isolation {
    /** Reads are those of one revision; of two that change the same thing, one fails. Write skew is possible. */
    SNAPSHOT,
    /** As if the transactions that commit had run one after the other, in the order of their revisions. */
    SERIALIZABLE
}
