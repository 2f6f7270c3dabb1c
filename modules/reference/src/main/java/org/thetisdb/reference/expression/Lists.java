package org.thetisdb.reference.expression;

import java.util.List;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Values that have to be lists. */
public final class Lists {
    private Lists() {}

    /** @throws ThetisException {@code TYPE_MISMATCH} if it is no list */
    public static List<?> require(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, "not a list: value=" + value);
    }
}
