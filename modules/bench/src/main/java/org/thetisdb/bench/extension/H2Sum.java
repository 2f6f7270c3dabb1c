package org.thetisdb.bench.extension;

import java.sql.Connection;
import org.h2.api.Aggregate;
import org.h2.value.Value;

/** A sum, as somebody writes it for H2. */
public final class H2Sum implements Aggregate {
    private long sum;

    @Override
    public void init(Connection connection) {
        // It needs nothing of it.
    }

    @Override
    public int getInternalType(int[] inputTypes) {
        return Value.BIGINT;
    }

    @Override
    public void add(Object value) {
        sum += (Long) value;
    }

    @Override
    public Object getResult() {
        return sum;
    }
}
