package org.thetisdb.engine.extension;

import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;

/** What listeners there are: SHOW LISTENERS. */
final class ListedListeners {
    private ListedListeners() {}

    /** @param table asked when the procedure runs, so it may still be incomplete now */
    static Procedure procedure(CallableTable table) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.listeners() :: (name STRING, extension STRING, events LIST<STRING>, description STRING,"
                        + " calls INTEGER, failures INTEGER, lastFailure STRING, lost INTEGER, milliseconds FLOAT)",
                "Lists the listeners, and what their calls have come to; also SHOW LISTENERS");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (Extension extension : table.extensions()) {
                for (ListenerExtension each : extension.listeners()) {
                    String failure = each.use().lastFailure();
                    if (!rows.add(
                            each.name(),
                            extension.name(),
                            each.events().stream()
                                    .map(Class::getSimpleName)
                                    .sorted()
                                    .toList(),
                            each.description(),
                            each.use().work().calls(),
                            each.use().failures(),
                            failure.isEmpty() ? null : failure,
                            each.use().lost(),
                            each.use().work().millis())) {
                        return;
                    }
                }
            }
        });
    }
}
