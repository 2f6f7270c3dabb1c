package org.thetisdb.engine.extension;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.ExtensionMeter;
import org.thetisdb.engine.procedure.Procedure;

/** What extensions there are: SHOW EXTENSIONS. */
final class ListedExtensions {
    private ListedExtensions() {}

    /** @param table asked when the procedure runs, so it may still be incomplete now */
    static Procedure procedure(CallableTable table) {
        ProcedureSignature signature = ProcedureSignature.parse(
                "dbms.extensions() :: (name STRING, origin STRING, state STRING, functions LIST<STRING>,"
                        + " procedures LIST<STRING>, triggers LIST<STRING>, listeners LIST<STRING>, calls INTEGER,"
                        + " rows INTEGER, milliseconds FLOAT, allocatedBytes INTEGER)",
                "Lists the extensions and what they have; also SHOW EXTENSIONS");
        return new Procedure(signature, (context, arguments, rows) -> {
            for (Extension each : table.extensions()) {
                ExtensionMeter.Count use = each.use().all();
                String state = each.refusal().isEmpty() ? "loaded" : each.refusal();
                String origin = each.origin().name().toLowerCase(Locale.ROOT);
                if (!rows.add(
                        each.name(),
                        origin,
                        state,
                        functions(each),
                        procedures(each),
                        triggers(each),
                        listeners(each),
                        use.calls(),
                        use.rows(),
                        use.millis(),
                        use.allocatedBytes())) {
                    return;
                }
            }
        });
    }

    private static List<String> functions(Extension extension) {
        Stream<String> scalars = extension.functions().stream().map(ScalarExtension::name);
        Stream<String> aggregates = extension.aggregates().stream().map(AggregateExtension::name);
        return Stream.concat(scalars, aggregates).sorted().toList();
    }

    private static List<String> triggers(Extension extension) {
        return extension.triggers().stream()
                .map(TriggerExtension::name)
                .sorted()
                .toList();
    }

    private static List<String> listeners(Extension extension) {
        return extension.listeners().stream()
                .map(ListenerExtension::name)
                .sorted()
                .toList();
    }

    private static List<String> procedures(Extension extension) {
        return extension.procedures().stream()
                .map(each -> each.signature().name())
                .sorted()
                .toList();
    }
}
