package org.thetisdb.storage.statistics;

/** What is counted. */
sealed interface Counter {
    /** Nodes that carry just these labels. */
    record Nodes(int labelSet) implements Counter {}

    /** Relationships by type and by the label sets of their ends. */
    record Relationships(int startLabelSet, int typeId, int endLabelSet) implements Counter {}
}
