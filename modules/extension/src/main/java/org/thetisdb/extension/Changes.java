package org.thetisdb.extension;

import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The changes that a trigger is called for: each node and relationship once, with what it was before the first of them
 * and what it is after the last, and not at all if that is the same. Nodes come first. They are read while they are
 * asked for, and can be asked for again, however many they are; not when the call has ended.
 */
public interface Changes extends Iterable<Change> {
    /** {@return them one after the other} */
    default Stream<Change> stream() {
        return StreamSupport.stream(spliterator(), false);
    }
}
