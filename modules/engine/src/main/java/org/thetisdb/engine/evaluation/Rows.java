package org.thetisdb.engine.evaluation;

import org.thetisdb.value.vector.Vector;

/** A batch of rows as an evaluator sees it: dense columns by slot. */
public interface Rows {
    int count();

    /** The column in a slot: {@link #count} entries. Not to be changed; valid until the batch is refilled. */
    Vector column(int slot);
}
