package org.thetisdb;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.session.Columns;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * One row of a result. Immutable, usable after everything is closed, by any thread.
 *
 * <p>Values are of the Java classes that {@code org.thetisdb.value} lists, and {@link Node}, {@link Relationship} and
 * {@link Path}. Cypher's null is {@code null} from methods that return objects, and an error of code
 * {@code TYPE_MISMATCH} from those that return {@code long}, {@code double} or {@code boolean}. Asking for a column
 * that is not there is an error of code {@code NO_SUCH_COLUMN}.
 *
 * <p>{@code java.lang} has a class of this name. {@code import org.thetisdb.Record;} has the last word, alone or beside
 * {@code import org.thetisdb.*;} or {@code import module org.thetisdb;}, with which alone the compiler finds the name
 * ambiguous or takes that of {@code java.lang}. {@code var} needs no import: {@code for (var row : session.run(text))}.
 */
public final class Record {
    private final Columns columns;
    private final @Nullable Object[] values;

    /** Takes the array over. */
    Record(Columns columns, @Nullable Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    /** {@return the names of the columns, in order} */
    public List<String> keys() {
        return columns.names();
    }

    /**
     * {@return whether there is a column of that name}
     *
     * @param name in its case, as RETURN wrote it
     */
    public boolean containsKey(String name) {
        return columns.find(name) >= 0;
    }

    /** {@return the number of columns} */
    public int size() {
        return values.length;
    }

    /**
     * {@return the value of a column; null for Cypher's null}
     *
     * @param name of the column
     */
    public @Nullable Object get(String name) {
        return values[columns.index(name)];
    }

    /**
     * {@return the value of a column by its place, from 0; null for Cypher's null}
     *
     * @param index from 0 to below {@link #size}
     */
    public @Nullable Object get(int index) {
        return values[columns.check(index)];
    }

    /**
     * {@return the value of a column as a Java type; null for Cypher's null} Numbers are converted if nothing is lost:
     * an INTEGER can be had as int, short, byte, double and float, too.
     *
     * @param <T> the type that is asked for
     * @param name of the column
     * @param type such as {@code Integer.class}, {@code LocalDate.class} or {@code Node.class}
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if the value is of another type, or does not fit;
     *     {@link ErrorCode#NO_SUCH_COLUMN}
     */
    public <T> @Nullable T get(String name, Class<T> type) {
        return TypedAccess.as(get(name), type, "column", name);
    }

    /**
     * {@return whether the value of a column is Cypher's null}
     *
     * @param name of the column
     */
    public boolean isNull(String name) {
        return get(name) == null;
    }

    /**
     * {@return the value of a column, which must be an INTEGER}
     *
     * @param name of the column
     */
    public long getLong(String name) {
        return TypedAccess.asLong(get(name), "column", name);
    }

    /**
     * {@return the value of a column, which must be a number} An INTEGER is converted.
     *
     * @param name of the column
     */
    public double getDouble(String name) {
        return TypedAccess.asDouble(get(name), "column", name);
    }

    /**
     * {@return the value of a column, which must be a BOOLEAN}
     *
     * @param name of the column
     */
    public boolean getBoolean(String name) {
        return TypedAccess.asBoolean(get(name), "column", name);
    }

    /**
     * {@return the value of a column, which must be a STRING or null}
     *
     * @param name of the column
     */
    public @Nullable String getString(String name) {
        return TypedAccess.as(get(name), String.class, "column", name);
    }

    /**
     * {@return the value of a column, which must be a node or null}
     *
     * @param name of the column
     */
    public @Nullable Node getNode(String name) {
        return TypedAccess.as(get(name), Node.class, "column", name);
    }

    /**
     * {@return the value of a column, which must be a relationship or null}
     *
     * @param name of the column
     */
    public @Nullable Relationship getRelationship(String name) {
        return TypedAccess.as(get(name), Relationship.class, "column", name);
    }

    /**
     * {@return the value of a column, which must be a path or null}
     *
     * @param name of the column
     */
    public @Nullable Path getPath(String name) {
        return TypedAccess.as(get(name), Path.class, "column", name);
    }

    /**
     * {@return the value of a column, which must be a list or null; unmodifiable, and its elements may be null}
     *
     * @param name of the column
     */
    public @Nullable List<?> getList(String name) {
        return TypedAccess.as(get(name), List.class, "column", name);
    }

    /**
     * {@return the value of a column, which must be a map or null; unmodifiable} Its keys are strings, its values may
     * be null.
     *
     * @param name of the column
     */
    public @Nullable Map<?, ?> getMap(String name) {
        return TypedAccess.as(get(name), Map.class, "column", name);
    }

    /** {@return the values in order of the columns; unmodifiable, may hold nulls} */
    public List<@Nullable Object> values() {
        return Collections.unmodifiableList(Arrays.asList(values));
    }

    /** {@return the values by column, in order; unmodifiable, and may hold nulls} */
    public Map<String, @Nullable Object> asMap() {
        Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(values.length);
        for (int index = 0; index < values.length; index++) {
            map.put(columns.names().get(index), values[index]);
        }
        return Collections.unmodifiableMap(map);
    }

    /** Equal if columns and values are, in order. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Record that
                && columns.names().equals(that.columns.names())
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** As a map of Cypher: {@code {name: 'Ada', friends: 3}}. */
    @Override
    public String toString() {
        return CypherText.of(asMap());
    }
}
