package org.thetisdb.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureProvider;

/** Procedures of scenarios: a table, in which the rows with the arguments are looked up. */
final class TestProcedures {
    private TestProcedures() {}

    static ProcedureProvider of(List<Scenario.Procedure> scenarios) {
        return () -> scenarios.stream().map(TestProcedures::of).toList();
    }

    private static Procedure of(Scenario.Procedure scenario) {
        String text =
                scenario.signature().replaceAll(":\\s*$", "").replace("?", "").replaceAll("(\\w) :: (\\w)", "$1 $2");
        ProcedureSignature signature = ProcedureSignature.parse(text, "of a test");
        List<List<Object>> table = new ArrayList<>();
        for (List<String> row : scenario.table().isEmpty()
                ? scenario.table()
                : scenario.table().subList(1, scenario.table().size())) {
            List<Object> values = new ArrayList<>();
            row.forEach(cell -> values.add(ShapeParser.parse(cell)));
            table.add(values);
        }
        int argumentCount = signature.parameters().size();
        return new Procedure(signature, (context, arguments, rows) -> {
            boolean more = true;
            for (int index = 0; more && index < table.size(); index++) {
                List<Object> row = table.get(index);
                if (isFor(row, arguments)) {
                    more = rows.add(row.subList(argumentCount, row.size()).toArray());
                }
            }
        });
    }

    private static boolean isFor(List<Object> row, Object[] arguments) {
        for (int index = 0; index < arguments.length; index++) {
            boolean equal = row.get(index) instanceof Number wanted && arguments[index] instanceof Number given
                    ? wanted.doubleValue() == given.doubleValue()
                    : Objects.equals(row.get(index), arguments[index]);
            if (!equal) {
                return false;
            }
        }
        return true;
    }
}
