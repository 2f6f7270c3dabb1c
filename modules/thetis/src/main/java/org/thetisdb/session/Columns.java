package org.thetisdb.session;

import java.util.List;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The columns of a result, shared by its records. Immutable. */
public final class Columns {
    private final List<String> names;

    Columns(List<String> names) {
        this.names = names;
    }

    public List<String> names() {
        return names;
    }

    /** -1 if there is no such column. Results have few columns: looking at each beats any table. */
    public int find(String name) {
        for (int index = 0; index < names.size(); index++) {
            if (names.get(index).equals(name)) {
                return index;
            }
        }
        return -1;
    }

    public int index(String name) {
        int index = find(name);
        if (index < 0) {
            throw new ThetisException(
                    ErrorCode.NO_SUCH_COLUMN,
                    "the result has no column `" + name + "`: columns=" + names
                            + "; name it in the query with RETURN … AS " + QueryText.name(String.valueOf(name)));
        }
        return index;
    }

    public int check(int index) {
        if (index < 0 || index >= names.size()) {
            throw new ThetisException(
                    ErrorCode.NO_SUCH_COLUMN,
                    "the result has no such column: index=" + index + ", columnCount=" + names.size());
        }
        return index;
    }
}
