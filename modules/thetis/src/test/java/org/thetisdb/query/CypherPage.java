package org.thetisdb.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * Makes {@code docs/CYPHER.md} of an outline and of the tests: what the page says is there has a test that shows it,
 * and its examples are those tests. A line of the outline that begins with {@code @} becomes a table:
 *
 * <pre>
 *   &#64;scenarios manual/Reading       the scenarios of a feature file: name, query, result
 *   &#64;reasons manual/Dialect         the same with what their author says of them
 *   &#64;functions coalesce timestamp   functions of the catalog from one to another, an example each
 *   &#64;aggregates                     the other functions
 *   &#64;transcripts right/schema       what is typed on the prompt, by titles
 *   &#64;procedures                     the procedures, an example each out of right/procedures
 *   &#64;refused wrong/not-there        what is refused, with the message
 *   &#64;tck                            how many scenarios the TCK has of what
 * </pre>
 */
final class CypherPage {
    private static final String FEATURES = "../modules/thetis/src/test/resources/org/thetisdb/query/features/";
    private static final String TRANSCRIPTS = "modules/shell/src/test/resources/org/thetisdb/shell/transcripts/";
    private static final int RESULT_CHARACTERS_MAX = 60;
    private static final int QUERY_CHARACTERS_MAX = 200;

    private final List<Scenario> scenarios;
    private final List<Scenario> tck;
    private final Map<String, String> procedures;
    private final StringBuilder page = new StringBuilder();
    private final StringBuilder examples = new StringBuilder();

    /**
     * @param scenarios of the project
     * @param tck those of openCypher
     * @param procedures descriptions by signature
     */
    CypherPage(List<Scenario> scenarios, List<Scenario> tck, Map<String, String> procedures) {
        this.scenarios = scenarios;
        this.tck = tck;
        this.procedures = procedures;
    }

    String make(List<String> outline) {
        for (String line : outline) {
            if (line.startsWith("@")) {
                table(Arrays.asList(line.substring(1).split(" ")));
            } else {
                page.append(line).append('\n');
            }
        }
        return page.toString();
    }

    /** All examples of the page, one after another. */
    String examples() {
        return examples.toString();
    }

    private void table(List<String> words) {
        switch (words.getFirst()) {
            case "scenarios" -> scenarios(words.get(1));
            case "reasons" -> reasons(words.get(1));
            case "functions" -> functions(words.get(1), words.get(2));
            case "aggregates" -> aggregates();
            case "transcripts" -> transcripts(words.get(1));
            case "procedures" -> procedures();
            case "refused" -> refused(words.get(1));
            case "tck" -> tck();
            default -> throw new IllegalArgumentException("no such table: " + words);
        }
    }

    private void row(String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private void head(String... cells) {
        row(cells);
        page.append("|---".repeat(cells.length)).append("|\n");
    }

    private void scenarios(String file) {
        head("feature", "for example", "gives");
        of(file).forEach(each -> row(cell(each.name()), example(each.query()), result(each)));
        shownBy(FEATURES + file + ".feature");
    }

    private void reasons(String file) {
        head("matter", "for example", "gives", "why");
        of(file).forEach(each -> row(cell(each.name()), example(each.query()), result(each), each.description()));
        shownBy(FEATURES + file + ".feature");
    }

    private void shownBy(String file) {
        page.append("\nShown by [")
                .append(file.substring(file.lastIndexOf('/') + 1))
                .append("](")
                .append(file)
                .append(").\n");
    }

    private List<Scenario> of(String file) {
        List<Scenario> found =
                scenarios.stream().filter(each -> each.file().equals(file)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no scenarios: file=" + file);
        }
        return found;
    }

    private void functions(String first, String last) {
        head("function", "what it gives", "for example", "gives");
        boolean inside = false;
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            inside |= function.displayName().equals(first);
            if (inside) {
                Scenario shown = exampleOf(function.displayName());
                String signature =
                        function.signature().replaceAll("LOCAL_|ZONED_", "$0 ").replace("_ ", " ");
                row(code(signature), function.description(), example(expression(shown)), result(shown));
            }
            if (function.displayName().equals(last)) {
                return;
            }
        }
        throw new IllegalArgumentException("no such functions: first=" + first + ", last=" + last);
    }

    private void aggregates() {
        head("aggregate", "for example", "gives");
        List<String> scalar = FunctionCatalog.all().stream()
                .map(FunctionCatalog.Function::displayName)
                .toList();
        for (String name : FunctionCatalog.displayNames()) {
            if (!scalar.contains(name)) {
                Scenario shown = exampleOf(name);
                row(code(name + "()"), example(shown.query()), result(shown));
            }
        }
    }

    /** A scenario that calls the function; first choice is what is about nothing else. */
    private Scenario exampleOf(String function) {
        Pattern call = Pattern.compile("(?<![\\w.])" + Pattern.quote(function) + "\\(");
        return scenarios.stream()
                .filter(each -> each.file().startsWith("manual/")
                        && call.matcher(each.query()).find())
                .min((left, right) -> Boolean.compare(isAbout(right, function), isAbout(left, function)))
                .orElseThrow(() -> new IllegalArgumentException("no scenario of manual/ calls " + function
                        + "(); add one to features/manual/Functions.feature"));
    }

    private static boolean isAbout(Scenario scenario, String function) {
        return scenario.name().equals(function + "()") || expression(scenario).startsWith(function + "(");
    }

    private static String expression(Scenario scenario) {
        String query = scenario.query();
        return query.startsWith("RETURN ") && query.endsWith(" AS value")
                ? query.substring("RETURN ".length(), query.length() - " AS value".length())
                : query;
    }

    private void transcripts(String file) {
        head("feature", "for example");
        for (TextCase each : titled(file)) {
            row(each.title().orElseThrow(), example(each.input()));
        }
        shownBy("../" + TRANSCRIPTS + file + ".txt");
    }

    private void procedures() {
        head("procedure", "what it does", "for example");
        Map<String, TextCase> shown = titled("right/procedures").stream()
                .collect(Collectors.toMap(each -> each.title().orElseThrow(), each -> each));
        new TreeMap<>(procedures).forEach((signature, description) -> {
            String name = signature.substring(0, signature.indexOf('('));
            TextCase example = Optional.ofNullable(shown.get(name))
                    .orElseThrow(() -> new IllegalArgumentException("no transcript shows the procedure " + name));
            row(code(signature), description, example(example.input()));
        });
        shownBy("../" + TRANSCRIPTS + "right/procedures.txt");
    }

    private void refused(String file) {
        head("what is not there", "for example", "the answer");
        for (TextCase each : titled(file)) {
            String answer = each.expected().isEmpty() ? "" : each.expected().getFirst();
            row(each.title().orElseThrow(), example(each.input()), cell(answer));
        }
        shownBy("../" + TRANSCRIPTS + file + ".txt");
    }

    private static List<TextCase> titled(String file) {
        return TextCases.read(TRANSCRIPTS + file + ".txt").cases().stream()
                .filter(each -> each.title().isPresent())
                .toList();
    }

    private void tck() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Scenario each : tck) {
            String folder = each.file().substring(0, each.file().lastIndexOf('/'));
            counts.merge(folder, 1, Integer::sum);
        }
        head("of the TCK", "scenarios");
        counts.forEach((folder, count) -> row(folder, count.toString()));
        row("all", Integer.toString(tck.size()));
    }

    private String example(String query) {
        examples.append(query).append('\n');
        String line = query.contains("//") ? query.replace("\n", " ⏎ ") : query.replaceAll("\\s*\n\\s*", " ");
        return code(shortened(line.replace("$ thetis", "thetis"), QUERY_CHARACTERS_MAX));
    }

    private static String result(Scenario scenario) {
        return switch (scenario.expectation()) {
            case Scenario.Error error -> "an error";
            case Scenario.Rows rows when !rows.columns().isEmpty() -> rows(rows);
            case Scenario.Rows none ->
                scenario.sideEffects().filter(effects -> !effects.isEmpty()).isPresent()
                        ? code(scenario.sideEffects().get().entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", ")))
                        : "no rows";
        };
    }

    private static String rows(Scenario.Rows rows) {
        List<String> lines = new ArrayList<>();
        for (List<String> cells : rows.cells()) {
            String line = String.join(", ", cells);
            lines.add(cells.size() == 1 || rows.cells().size() == 1 ? line : "(" + line + ")");
        }
        String text = String.join(rows.columns().size() == 1 ? ", " : " ", lines);
        return text.length() <= RESULT_CHARACTERS_MAX ? code(text) : lines.size() + " rows";
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /** As code in a table, where a bar would end the cell. */
    private static String code(String text) {
        String fence = text.contains("`") ? "``" : "`";
        return fence + cell(text) + fence;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
