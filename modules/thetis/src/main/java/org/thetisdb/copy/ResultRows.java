package org.thetisdb.copy;

import java.util.List;
import org.thetisdb.rows.RowSource;
import org.thetisdb.session.ResultCore;

/** A result as the rows of a file. Belongs to the session's thread. */
record ResultRows(ResultCore result) implements RowSource {
    @Override
    public List<String> columns() {
        return result.columns().names();
    }

    @Override
    public boolean hasNext() {
        return result.hasNext();
    }

    @Override
    public Object[] next() {
        return result.next();
    }

    @Override
    public void close() {
        result.close();
    }
}
