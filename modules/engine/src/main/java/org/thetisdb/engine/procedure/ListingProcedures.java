package org.thetisdb.engine.procedure;

import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.ProcedureCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;

/** What can be called: SHOW PROCEDURES and SHOW FUNCTIONS. */
final class ListingProcedures {
    private ListingProcedures() {}

    /** @param catalog asked when the procedure runs, so it may still be incomplete now */
    static Procedure procedures(ProcedureCatalog catalog) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.procedures() :: (name STRING, description STRING, signature STRING)",
                "Lists all procedures; also SHOW PROCEDURES");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (ProcedureSignature each : catalog.all()) {
                if (!rows.add(each.name(), each.description(), each.toString())) {
                    return;
                }
            }
        });
    }

    static Procedure functions() {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.functions() :: (name STRING, description STRING, signature STRING)",
                "Lists all functions but aggregates; also SHOW FUNCTIONS");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (FunctionCatalog.Function each : FunctionCatalog.all()) {
                if (!rows.add(each.displayName(), each.description(), each.signature())) {
                    return;
                }
            }
        });
    }
}
