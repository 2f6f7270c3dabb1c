package org.thetisdb.shell.prompt;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names that completion offers, as they are now. One thread. */
interface CompletionNames {
    List<String> labels();

    List<String> types();

    List<String> propertyKeys();

    /** The keys that nodes with a label have; empty if that is not known. */
    List<String> keysOfLabel(String label);

    /** The keys that relationships of a type have; empty if that is not known. */
    List<String> keysOfType(String type);

    List<Procedure> procedures();

    /** The names of the parameters that have a value. */
    Set<String> parameters();

    /** The value of a parameter; empty also if it is null. */
    Optional<Object> parameter(String name);

    /** The names of the indexes that are not those of constraints. */
    List<String> indexes();

    /** The names of the constraints. */
    List<String> constraints();

    /** The names of the extensions. */
    List<String> extensions();

    /** A procedure with one line about it, and what it gives. */
    record Procedure(String name, String description, List<String> columns) {}
}
