package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;

/**
 * Draws a plan as a table, the root on top. An operator's rows come from the one below it; whatever else it reads
 * stands between, indented: the side of a join that is kept, a subplan, the subqueries in its expressions.
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
    private static final int DETAILS_WIDTH_MAX = 84;
    private static final String INDENT = "│ ";

    /** A line before it is laid out; a line that continues another or names a part has no numbers. */
    private record Line(String operator, String details, List<String> numbers) {}

    private final Plan plan;
    private final Optional<Map<Operator, OperatorProfile>> profiles;
    private final boolean withPages;
    private final List<Line> lines = new ArrayList<>();

    private PlanPrinter(Plan plan, Optional<Map<Operator, OperatorProfile>> profiles) {
        this.plan = plan;
        this.profiles = profiles;
        this.withPages = profiles.stream()
                .flatMap(each -> each.values().stream())
                .anyMatch(each -> each.pageHits() + each.pageMisses() > 0);
    }

    /** The plan with its estimates. */
    public static String print(Plan plan) {
        return new PlanPrinter(plan, Optional.empty()).table();
    }

    /**
     * The plan with its estimates and what really happened.
     *
     * @param profiles by identity of the operator; one that is missing did nothing
     */
    public static String print(Plan plan, Map<Operator, OperatorProfile> profiles) {
        return new PlanPrinter(plan, Optional.of(profiles)).table();
    }

    private String table() {
        lines.add(new Line("Operator", "Details", headings()));
        tree(plan.root(), "");
        return layOut();
    }

    private List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("Estimated rows"));
        if (profiles.isPresent()) {
            headings.addAll(List.of("Rows", "Time ms"));
        }
        if (withPages) {
            headings.addAll(List.of("Page hits", "Page misses"));
        }
        return headings;
    }

    /** The lines of an operator and of all below it. */
    private void tree(Operator root, String indent) {
        Operator operator = root;
        while (true) {
            operator(operator, indent);
            subqueries(operator, indent);
            List<Operator> inputs = OperatorTrees.inputs(operator);
            for (int input = 0; input < inputs.size() - 1; input++) {
                lines.add(new Line(indent + INDENT + part(operator), "", List.of()));
                tree(inputs.get(input), indent + INDENT);
            }
            // A single row without columns is where a leaf begins: nothing to see.
            if (inputs.isEmpty() || inputs.getLast() instanceof Operator.Unit) {
                return;
            }
            operator = inputs.getLast();
        }
    }

    private static String part(Operator operator) {
        return switch (operator) {
            case Operator.HashJoin ignored -> "build";
            case Operator.CartesianProduct ignored -> "kept side";
            case Operator.Union ignored -> "first branch";
            case Operator.Merge ignored -> "match";
            default -> OperatorTrees.subplan(operator).isPresent() ? "subplan" : "input";
        };
    }

    private void operator(Operator operator, String indent) {
        List<String> details = wrapped(OperatorText.details(operator));
        lines.add(new Line(indent + OperatorText.name(operator), details.getFirst(), numbers(operator)));
        for (String more : details.subList(1, details.size())) {
            lines.add(new Line(indent, "  " + more, List.of()));
        }
    }

    private void subqueries(Operator operator, String indent) {
        for (Expression expression : OperatorText.expressions(operator)) {
            Expressions.walk(expression, each -> {
                if (each instanceof Expression.Subquery subquery
                        && plan.subplans().get(subquery) != null) {
                    lines.add(new Line(indent + INDENT + subquery.kind(), "", List.of()));
                    tree(plan.subplans().get(subquery), indent + INDENT);
                }
            });
        }
    }

    private List<String> numbers(Operator operator) {
        List<String> numbers = new ArrayList<>(List.of(estimate(operator.rows())));
        profiles.ifPresent(all -> {
            OperatorProfile profile = all.getOrDefault(operator, OperatorProfile.NONE);
            numbers.add(count(profile.rows()));
            numbers.add(String.format(Locale.ROOT, "%,.1f", profile.nanos() / 1e6));
            if (withPages) {
                numbers.add(count(profile.pageHits()));
                numbers.add(count(profile.pageMisses()));
            }
        });
        return numbers;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Small estimates keep a decimal: 0.1 rows for each outer row is not none. */
    private static String estimate(double rows) {
        return rows < 10 && rows != Math.rint(rows)
                ? String.format(Locale.ROOT, "%.1f", rows)
                : String.format(Locale.ROOT, "%,.0f", rows);
    }

    /** Cut at blanks where it is too long for a line. */
    private static List<String> wrapped(String details) {
        List<String> pieces = new ArrayList<>();
        String rest = details;
        while (rest.length() > DETAILS_WIDTH_MAX) {
            int blank = rest.lastIndexOf(' ', DETAILS_WIDTH_MAX);
            int end = blank > 0 ? blank : DETAILS_WIDTH_MAX;
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        pieces.add(rest);
        return pieces;
    }

    private String layOut() {
        int operatorWidth =
                lines.stream().mapToInt(line -> line.operator().length()).max().orElse(0);
        int detailsWidth =
                lines.stream().mapToInt(line -> line.details().length()).max().orElse(0);
        int numberCount = lines.getFirst().numbers().size();
        int[] widths = new int[numberCount];
        for (Line line : lines) {
            for (int number = 0; number < line.numbers().size(); number++) {
                widths[number] =
                        Math.max(widths[number], line.numbers().get(number).length());
            }
        }
        StringBuilder table = new StringBuilder();
        for (Line line : lines) {
            StringBuilder text = new StringBuilder();
            text.append(line.operator())
                    .repeat(' ', operatorWidth - line.operator().length() + 2);
            text.append(line.details())
                    .repeat(' ', detailsWidth - line.details().length());
            for (int number = 0; number < line.numbers().size(); number++) {
                String value = line.numbers().get(number);
                text.repeat(' ', widths[number] - value.length() + 2).append(value);
            }
            table.append(text.toString().stripTrailing()).append('\n');
        }
        return table.toString();
    }
}
