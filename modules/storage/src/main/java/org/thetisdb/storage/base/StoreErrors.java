package org.thetisdb.storage.base;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The wording of errors about structures that contradict each other. */
final class StoreErrors {
    private StoreErrors() {}

    static ThetisException corrupt(String what, String expected, String found) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                what + ", expected=" + expected + ", found=" + found
                        + "; run check, then restore the database from a backup or import it again");
    }
}
