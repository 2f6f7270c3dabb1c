package org.thetisdb.engine.extension;

import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;

/** What triggers there are: SHOW TRIGGERS. */
final class ListedTriggers {
    private ListedTriggers() {}

    /** @param table asked when the procedure runs, so it may still be incomplete now */
    static Procedure procedure(CallableTable table) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.triggers() :: (name STRING, extension STRING, phase STRING, labels LIST<STRING>,"
                        + " types LIST<STRING>, description STRING, calls INTEGER, failures INTEGER,"
                        + " lastFailure STRING, milliseconds FLOAT)",
                "Lists the triggers, and what their calls have come to; also SHOW TRIGGERS");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (Extension extension : table.extensions()) {
                for (TriggerExtension each : extension.triggers()) {
                    String failure = each.use().lastFailure();
                    if (!rows.add(
                            each.name(),
                            extension.name(),
                            each.phase().name(),
                            each.labels().stream().sorted().toList(),
                            each.types().stream().sorted().toList(),
                            each.description(),
                            each.use().work().calls(),
                            each.use().failures(),
                            failure.isEmpty() ? null : failure,
                            each.use().work().millis())) {
                        return;
                    }
                }
            }
        });
    }
}
