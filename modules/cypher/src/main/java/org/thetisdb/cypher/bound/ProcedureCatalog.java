package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;

/** The procedures that a query can call. Thread safe. */
public interface ProcedureCatalog {
    /** No procedures. */
    ProcedureCatalog NONE = new ProcedureCatalog() {
        @Override
        public Optional<ProcedureSignature> find(String name) {
            return Optional.empty();
        }

        @Override
        public List<ProcedureSignature> all() {
            return List.of();
        }
    };

    Optional<ProcedureSignature> find(String name);

    /** All, by name. */
    List<ProcedureSignature> all();
}
