package org.thetisdb.engine.extension;

/** How a value is handed to a method, and taken from it. */
enum JavaForm {
    LONG(long.class, long[].class),
    DOUBLE(double.class, double[].class),
    BOOLEAN(boolean.class, boolean[].class),
    OBJECT(Object.class, Object[].class);

    private final Class<?> type;
    private final Class<?> arrayType;

    JavaForm(Class<?> type, Class<?> arrayType) {
        this.type = type;
        this.arrayType = arrayType;
    }

    /** The type of one value. */
    Class<?> type() {
        return type;
    }

    /** The type of the values of a batch. */
    Class<?> arrayType() {
        return arrayType;
    }
}
