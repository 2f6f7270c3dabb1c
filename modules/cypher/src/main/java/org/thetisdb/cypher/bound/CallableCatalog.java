package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;

/** What a query can call beside Cypher's own functions: procedures, and what extensions have. Thread safe. */
public interface CallableCatalog {
    /** Nothing. */
    CallableCatalog NONE = new CallableCatalog() {
        @Override
        public Optional<ProcedureSignature> procedure(String name) {
            return Optional.empty();
        }

        @Override
        public List<ProcedureSignature> procedures() {
            return List.of();
        }
    };

    /** @param name case matters */
    Optional<ProcedureSignature> procedure(String name);

    /** All procedures, by name. */
    List<ProcedureSignature> procedures();

    /** @param name in lower case */
    default Optional<ExtensionFunction> function(String name) {
        return Optional.empty();
    }

    /** All scalar functions of extensions, by name. */
    default List<ExtensionFunction> functions() {
        return List.of();
    }

    /** @param name in lower case */
    default Optional<ExtensionAggregate> aggregate(String name) {
        return Optional.empty();
    }

    /** All aggregate functions of extensions, by name. */
    default List<ExtensionAggregate> aggregates() {
        return List.of();
    }
}
