package org.thetisdb.engine.procedure;

import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.ExtensionAggregate;
import org.thetisdb.cypher.bound.ExtensionFunction;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.FunctionCatalog.Function;
import org.thetisdb.cypher.bound.ProcedureSignature;

/** What can be called: SHOW PROCEDURES and SHOW FUNCTIONS. */
final class ListingProcedures {
    private ListingProcedures() {}

    /** @param catalog asked when the procedure runs, so it may still be incomplete now */
    static Procedure procedures(CallableCatalog catalog) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.procedures() :: (name STRING, description STRING, mode STRING, signature STRING)",
                "Lists all procedures; also SHOW PROCEDURES");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (ProcedureSignature each : catalog.procedures()) {
                if (!rows.add(each.name(), each.description(), each.writes() ? "WRITE" : "READ", each.toString())) {
                    return;
                }
            }
        });
    }

    /** @param catalog asked when the procedure runs */
    static Procedure functions(CallableCatalog catalog) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.functions() :: (name STRING, description STRING, signature STRING, aggregating BOOLEAN,"
                        + " isBuiltIn BOOLEAN)",
                "Lists all functions but Cypher's aggregates; also SHOW FUNCTIONS");
        return new Procedure(signature, (context, arguments, rows) -> {
            boolean isWanted = true;
            for (Function each : FunctionCatalog.all()) {
                isWanted = isWanted && add(rows, each, false, true);
            }
            for (ExtensionFunction each : catalog.functions()) {
                isWanted = isWanted && add(rows, each.signature(), false, false);
            }
            for (ExtensionAggregate each : catalog.aggregates()) {
                isWanted = isWanted && add(rows, each.signature(), true, false);
            }
        });
    }

    private static boolean add(Procedure.Rows rows, Function function, boolean aggregating, boolean builtIn) {
        return rows.add(function.displayName(), function.description(), function.signature(), aggregating, builtIn);
    }
}
