package org.thetisdb.importer.csv;

/**
 * The type of a field's value.
 *
 * @param list whether the field holds a list of such scalars
 */
public record ValueType(ScalarType scalar, boolean list) {
    public static final ValueType STRING = new ValueType(ScalarType.STRING, false);
    public static final ValueType INTEGER = new ValueType(ScalarType.INTEGER, false);
}
