package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PlanTable;
import org.thetisdb.engine.operator.Unit;

/**
 * Draws a plan as a table, the root on top. An operator's rows come from the one below it; whatever else it reads
 * is drawn between them, indented: the build side of a join, a subplan, the subqueries in its expressions.
 *
 * <pre>
 *   Operator      Details                 Estimated rows   Rows   Time ms   Page hits   Page misses
 *   HashJoin      on a                               120    118       0.4           0             0
 *   │ build
 *   │ NodeScan    (a:Person)                       1,000  1,000       0.1           1             0
 *   Expand        (b)-[:KNOWS]->(a)                  900    950       0.6           7             1
 *   NodeScan      (b:Person)                       1,000  1,000       0.1           1             0
 * </pre>
 *
 * <p>Threads: stateless; each call works on its own.
 */
public final class PlanPrinter {
    private static final String INDENT = "│ ";
    private static final String MODES = "· ";

    private final Plan plan;
    private final Optional<Map<Operator, OperatorProfile>> profiles;
    private final boolean withPages;
    private final boolean withReadAhead;
    private final boolean withSpills;
    private final PlanTable table;

    private PlanPrinter(Plan plan, Optional<Map<Operator, OperatorProfile>> profiles) {
        this.plan = plan;
        this.profiles = profiles;
        this.withPages = profiles.stream()
                .flatMap(each -> each.values().stream())
                .anyMatch(each -> each.pages().isAny());
        this.withReadAhead = profiles.stream()
                .flatMap(each -> each.values().stream())
                .anyMatch(each -> each.pages().ahead() > 0);
        this.withSpills =
                profiles.stream().flatMap(each -> each.values().stream()).anyMatch(each -> each.spilledBytes() > 0);
        this.table = new PlanTable(List.of("Operator", "Details"), headings());
    }

    /** The plan with its estimates. */
    public static String print(Plan plan) {
        return new PlanPrinter(plan, Optional.empty()).table();
    }

    /**
     * The plan with its estimates and what actually happened.
     *
     * @param profiles by identity of the operator; one that is missing did nothing
     */
    public static String print(Plan plan, Map<Operator, OperatorProfile> profiles) {
        return new PlanPrinter(plan, Optional.of(profiles)).table();
    }

    private String table() {
        tree(plan.root(), "");
        return table.text();
    }

    private List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("Estimated rows"));
        if (profiles.isPresent()) {
            headings.addAll(List.of("Rows", "Time ms"));
        }
        if (withPages) {
            headings.addAll(List.of("Page hits", "Page misses"));
        }
        if (withReadAhead) {
            headings.addAll(List.of("Read ahead", "Used"));
        }
        if (withSpills) {
            headings.add("Spilled KiB");
        }
        return headings;
    }

    /** The lines of an operator and of all below it. */
    private void tree(Operator root, String indent) {
        Operator operator = root;
        while (true) {
            operator(operator, indent);
            subqueries(operator, indent);
            List<Operator> inputs = operator.inputs();
            for (int input = 0; input < inputs.size() - 1; input++) {
                table.heading(indent + INDENT + operator.sideName());
                tree(inputs.get(input), indent + INDENT);
            }
            // A single row without columns is where a leaf begins: nothing to show.
            if (inputs.isEmpty() || inputs.getLast() instanceof Unit) {
                return;
            }
            operator = inputs.getLast();
        }
    }

    private void operator(Operator operator, String indent) {
        table.row(indent, List.of(indent + operator.name(), operator.details()), numbers(operator));
        profiles.map(all -> all.getOrDefault(operator, OperatorProfile.NONE).modes())
                .filter(ModeProfile::isAny)
                .ifPresent(modes -> table.heading(indent + MODES + modes.text()));
    }

    private void subqueries(Operator operator, String indent) {
        for (Expression expression : operator.expressions()) {
            Expressions.walk(expression, each -> {
                if (each instanceof Expression.Subquery subquery
                        && plan.subplans().get(subquery) != null) {
                    table.heading(indent + INDENT + subquery.kind());
                    tree(plan.subplans().get(subquery), indent + INDENT);
                }
            });
        }
    }

    private List<String> numbers(Operator operator) {
        List<String> numbers = new ArrayList<>(List.of(PlanTable.estimate(operator.rows())));
        profiles.ifPresent(all -> {
            OperatorProfile profile = all.getOrDefault(operator, OperatorProfile.NONE);
            numbers.add(count(profile.rows()));
            numbers.add(String.format(Locale.ROOT, "%,.1f", profile.nanos() / 1e6));
            if (withPages) {
                numbers.add(count(profile.pages().hits()));
                numbers.add(count(profile.pages().misses()));
            }
            if (withReadAhead) {
                numbers.add(count(profile.pages().ahead()));
                numbers.add(count(profile.pages().aheadUsed()));
            }
            if (withSpills) {
                numbers.add(count(Math.ceilDiv(profile.spilledBytes(), 1 << 10)));
            }
        });
        return numbers;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
