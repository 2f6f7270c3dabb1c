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

    /** A procedure with one line about it. */
    record Procedure(String name, String description) {}
}
