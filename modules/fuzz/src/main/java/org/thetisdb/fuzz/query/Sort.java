package org.thetisdb.fuzz.query;

import java.util.Optional;

/**
 * What a phrase is. The sorts of values are finer than Cypher's types: they say what may be done with a value so that
 * the answer does not depend on the order of rows, which nobody promises.
 */
public enum Sort {
    QUERY,
    CLAUSE,
    WITH,
    RETURN,
    PROJECTION,
    CONDITION,
    PART,
    NODE_PATTERN,
    HOP,
    LABELS,
    ITEM,
    /** ORDER BY with what follows it. Its keys are tokens: with other keys, a LIMIT would be a lottery. */
    ORDER,

    BOOLEAN,
    INTEGER,
    FLOAT,
    STRING,
    DATE,
    LOCAL_TIME,
    TIME,
    LOCAL_DATETIME,
    ZONED_DATETIME,
    DURATION,
    POINT,
    MAP,
    /** A value of any type that can be stored. */
    ANY,
    INTEGER_LIST,
    STRING_LIST,
    NODE_LIST,
    RELATIONSHIP_LIST,
    /** Lists whose elements come in no promised order. */
    INTEGER_BAG,
    STRING_BAG,
    ANY_BAG,
    NODE_BAG,
    /** A FLOAT whose last digits depend on the order of rows. */
    ROUGH,
    NODE,
    RELATIONSHIP,
    PATH;

    /** Whether phrases of this sort are expressions. */
    public boolean isValue() {
        return compareTo(BOOLEAN) >= 0;
    }

    /** Whether it is a list whose elements come in no promised order. */
    public boolean isBag() {
        return switch (this) {
            case INTEGER_BAG, STRING_BAG, ANY_BAG, NODE_BAG -> true;
            default -> false;
        };
    }

    /** The sort of a list's elements; empty if it is no list. */
    public Optional<Sort> element() {
        return switch (this) {
            case INTEGER_LIST, INTEGER_BAG -> Optional.of(INTEGER);
            case STRING_LIST, STRING_BAG -> Optional.of(STRING);
            case ANY_BAG -> Optional.of(ANY);
            case NODE_LIST, NODE_BAG -> Optional.of(NODE);
            case RELATIONSHIP_LIST -> Optional.of(RELATIONSHIP);
            default -> Optional.empty();
        };
    }

    /** Whether equal values are the same in every way, so that it does not matter which of them represents a group. */
    public boolean isExact() {
        return switch (this) {
            case BOOLEAN, INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, LOCAL_DATETIME, DURATION, ANY -> true;
            case INTEGER_LIST, STRING_LIST, NODE, RELATIONSHIP -> true;
            default -> false;
        };
    }

    /** Whether values that tie in the order are the same; nodes and relationships are ordered by their key. */
    public boolean isTotallyOrdered() {
        return isExact() && this != DURATION;
    }

    /** Whether it is a single value that can be stored as a property and compared. */
    public boolean isScalar() {
        return switch (this) {
            case BOOLEAN, INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            case DURATION, POINT, ANY -> true;
            default -> false;
        };
    }
}
