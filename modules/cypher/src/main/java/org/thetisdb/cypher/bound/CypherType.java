package org.thetisdb.cypher.bound;

import java.util.Optional;

/**
 * What is known of an expression's values before the query runs; null belongs to every type.
 *
 * @param kind the type
 * @param element the type of a list's elements; empty for all other kinds
 */
public record CypherType(Kind kind, Optional<CypherType> element) {
    /** The types of openCypher, with NUMBER for INTEGER or FLOAT and ANY for no knowledge. */
    public enum Kind {
        ANY,
        NULL,
        BOOLEAN,
        INTEGER,
        FLOAT,
        NUMBER,
        STRING,
        DATE,
        LOCAL_TIME,
        TIME,
        LOCAL_DATETIME,
        ZONED_DATETIME,
        DURATION,
        POINT,
        NODE,
        RELATIONSHIP,
        PATH,
        MAP,
        LIST
    }

    public static final CypherType ANY = new CypherType(Kind.ANY, Optional.empty());
    public static final CypherType NODE = new CypherType(Kind.NODE, Optional.empty());
    public static final CypherType RELATIONSHIP = new CypherType(Kind.RELATIONSHIP, Optional.empty());
    public static final CypherType PATH = new CypherType(Kind.PATH, Optional.empty());

    public static CypherType of(Kind kind) {
        return new CypherType(kind, kind == Kind.LIST ? Optional.of(ANY) : Optional.empty());
    }

    public static CypherType listOf(CypherType element) {
        return new CypherType(Kind.LIST, Optional.of(element));
    }

    // By hand: a record's own would be made when first called, which delays the first query of a process.

    @Override
    public boolean equals(Object other) {
        return other instanceof CypherType that && kind == that.kind && element.equals(that.element);
    }

    @Override
    public int hashCode() {
        return kind.ordinal() + 31 * element.hashCode();
    }

    @Override
    public String toString() {
        String name = kind.name().replace('_', ' ');
        return element.map(of -> name + "<" + of + ">").orElse(name);
    }
}
