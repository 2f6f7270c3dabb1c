package org.thetisdb.importer.csv;

import org.thetisdb.value.vector.VectorKind;

/** The type of one value in a file. Several are narrower than the type they are stored as. */
public enum ScalarType {
    INTEGER(VectorKind.INTEGER, "an integer from -2^63 to 2^63-1"),
    INT32(VectorKind.INTEGER, "an integer from -2147483648 to 2147483647"),
    INT16(VectorKind.INTEGER, "an integer from -32768 to 32767"),
    INT8(VectorKind.INTEGER, "an integer from -128 to 127"),
    FLOAT(VectorKind.FLOAT, "a number such as -1.5e3, NaN or Infinity"),
    BOOLEAN(VectorKind.BOOLEAN, "true or false"),
    STRING(VectorKind.STRING, "text in UTF-8"),
    CHARACTER(VectorKind.STRING, "exactly one character"),
    DATE(VectorKind.DATE, "a date such as 2012-11-29"),
    LOCAL_TIME(VectorKind.LOCAL_TIME, "a local time such as 02:52:48.123"),
    TIME(VectorKind.TIME, "a time with offset such as 02:52:48.123+01:00"),
    LOCAL_DATETIME(VectorKind.LOCAL_DATETIME, "a local datetime such as 2012-11-29T02:52:48.123"),
    ZONED_DATETIME(VectorKind.ZONED_DATETIME, "a datetime such as 2012-11-29T02:52:48.123+00:00"),
    DURATION(VectorKind.OBJECT, "an ISO 8601 duration such as P1Y2M10DT2H30M5.5S"),
    POINT(VectorKind.OBJECT, "a point such as {x: 1.0, y: 2.0} or {latitude: 56.7, longitude: 12.8}"),
    ANY(VectorKind.OBJECT, "JSON such as 42, \"text\", {\"DATE\": \"2012-11-29\"}, or a list of such");

    private final VectorKind kind;
    private final String expected;

    ScalarType(VectorKind kind, String expected) {
        this.kind = kind;
        this.expected = expected;
    }

    VectorKind kind() {
        return kind;
    }

    /** What a value must look like, as a phrase for messages. */
    public String expected() {
        return expected;
    }

    long integerMin() {
        return switch (this) {
            case INT32 -> Integer.MIN_VALUE;
            case INT16 -> Short.MIN_VALUE;
            case INT8 -> Byte.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
    }

    long integerMax() {
        return switch (this) {
            case INT32 -> Integer.MAX_VALUE;
            case INT16 -> Short.MAX_VALUE;
            case INT8 -> Byte.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
    }
}
