package org.thetisdb.engine.kernel;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.vector.Vector;

/** Rows of one column, whatever slot is asked for. */
final class OneColumn implements Rows {
    private @Nullable Vector only;

    /** Another column in place of the former. */
    OneColumn of(Vector column) {
        only = column;
        return this;
    }

    @Override
    public int count() {
        return column(0).count();
    }

    @Override
    public Vector column(int slot) {
        return Invariant.present(only, "there is a column before it is asked for");
    }
}
