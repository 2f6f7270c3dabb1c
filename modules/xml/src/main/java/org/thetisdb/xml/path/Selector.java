package org.thetisdb.xml.path;

import org.jspecify.annotations.Nullable;

/** What of an object or an array is taken. Immutable. */
sealed interface Selector {
    /** The member of a name. */
    record Name(String name) implements Selector {}

    /** All members, all elements. */
    record Wildcard() implements Selector {}

    /** One element; from the end if negative. */
    record Index(long index) implements Selector {}

    /** Elements in steps. */
    record Slice(@Nullable Long start, @Nullable Long end, long step) implements Selector {}

    /** Members and elements for which a condition holds. */
    record Filter(Condition condition) implements Selector {}
}
