package org.thetisdb.storage.file;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;

/** The numbers by which files name vector kinds; they never change, whatever order the enum has. */
public final class KindCode {
    private KindCode() {}

    public static int of(VectorKind kind) {
        return switch (kind) {
            case NULL -> 0;
            case BOOLEAN -> 1;
            case INTEGER -> 2;
            case FLOAT -> 3;
            case STRING -> 4;
            case DATE -> 5;
            case LOCAL_TIME -> 6;
            case TIME -> 7;
            case LOCAL_DATETIME -> 8;
            case ZONED_DATETIME -> 9;
            case NODE -> 10;
            case RELATIONSHIP -> 11;
            case OBJECT -> 12;
        };
    }

    public static VectorKind kind(int code) {
        return switch (code) {
            case 0 -> VectorKind.NULL;
            case 1 -> VectorKind.BOOLEAN;
            case 2 -> VectorKind.INTEGER;
            case 3 -> VectorKind.FLOAT;
            case 4 -> VectorKind.STRING;
            case 5 -> VectorKind.DATE;
            case 6 -> VectorKind.LOCAL_TIME;
            case 7 -> VectorKind.TIME;
            case 8 -> VectorKind.LOCAL_DATETIME;
            case 9 -> VectorKind.ZONED_DATETIME;
            case 10 -> VectorKind.NODE;
            case 11 -> VectorKind.RELATIONSHIP;
            case 12 -> VectorKind.OBJECT;
            default ->
                throw new ThetisException(
                        ErrorCode.CORRUPT_STRUCTURE, "unknown kind of values: expected=0 to 12, found=" + code);
        };
    }
}
