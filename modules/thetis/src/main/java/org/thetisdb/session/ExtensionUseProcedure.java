package org.thetisdb.session;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.procedure.Procedure;

/** What each session has used of each extension: SHOW EXTENSION USE. Thread safe. */
final class ExtensionUseProcedure {
    private static final String SIGNATURE = "dbms.extensionUse() :: (connectionId STRING, extension STRING,"
            + " calls INTEGER, rows INTEGER, milliseconds FLOAT, allocatedBytes INTEGER)";

    private ExtensionUseProcedure() {}

    /** @param sessions that are open, whenever it is asked */
    static Procedure of(Supplier<? extends Collection<SessionCore>> sessions) {
        ProcedureSignature signature = ProcedureSignature.parse(
                SIGNATURE, "Lists what open sessions have used of extensions; also SHOW EXTENSION USE");
        return new Procedure(signature, (context, arguments, rows) -> {
            List<SessionCore> open = sessions.get().stream()
                    .sorted(Comparator.comparing(SessionCore::id))
                    .toList();
            for (SessionCore session : open) {
                for (Map.Entry<String, ExtensionMeter.Count> each :
                        session.extensions().counts().entrySet()) {
                    if (!add(rows, session.id(), each.getKey(), each.getValue())) {
                        return;
                    }
                }
            }
        });
    }

    private static boolean add(Procedure.Rows rows, String session, String extension, ExtensionMeter.Count count) {
        return rows.add(session, extension, count.calls(), count.rows(), count.millis(), count.allocatedBytes());
    }
}
