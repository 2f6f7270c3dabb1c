package org.thetisdb.bench.lucene;

/** In which state of the memory a directory is asked. */
enum Situation {
    /** All is in memory, and the JVM has compiled what it will. */
    RESIDENT,
    /** A control group has room for the JVM and half of the index. */
    LIMITED,
    /** The JVM is warm, from another index; of this one nothing is in memory. */
    COLD
}
