package org.thetisdb.engine.extension;

/** How a value is handed to a method, and taken from it. */
enum JavaForm {
    LONG(long.class),
    DOUBLE(double.class),
    BOOLEAN(boolean.class),
    OBJECT(Object.class);

    private final Class<?> type;

    JavaForm(Class<?> type) {
        this.type = type;
    }

    /** The type of one value. */
    Class<?> type() {
        return type;
    }
}
