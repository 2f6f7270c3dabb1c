package org.thetisdb.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads feature files: the steps that the openCypher TCK uses, and {@code an index on :A(x)}. */
final class FeatureReader {
    private static final Pattern RAISED =
            Pattern.compile("an? (\\w+) should be raised at (compile time|runtime|any time): (.+)");

    private final String file;
    private final List<String> lines;
    private final List<Scenario> scenarios = new ArrayList<>();
    private final List<Step> background = new ArrayList<>();
    private int at;

    /** A line that begins with Given, When, Then or And, and what hangs below it. */
    private record Step(String text, Optional<String> document, List<List<String>> table) {}

    private FeatureReader(String file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static List<Scenario> read(String file, List<String> lines) {
        FeatureReader reader = new FeatureReader(file, lines);
        reader.readAll();
        return reader.scenarios;
    }

    private void readAll() {
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            at++;
            if (line.startsWith("Background:")) {
                background.addAll(steps());
            } else if (line.startsWith("Scenario:")) {
                String description = description();
                add(line.substring(9).strip(), description, steps(), Map.of());
            } else if (line.startsWith("Scenario Outline:")) {
                outline(line.substring(17).strip());
            }
        }
    }

    private void outline(String name) {
        List<Step> steps = steps();
        int number = 0;
        while (at < lines.size() && lines.get(at).strip().startsWith("Examples:")) {
            at++;
            List<List<String>> rows = table();
            List<String> names = rows.getFirst();
            for (List<String> row : rows.subList(1, rows.size())) {
                Map<String, String> values = new HashMap<>();
                for (int column = 0; column < names.size(); column++) {
                    values.put("<" + names.get(column) + ">", row.get(column));
                }
                number++;
                add(name + " #" + number, "", steps, values);
            }
            blanks();
        }
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (blanks(); at < lines.size(); blanks()) {
            String line = lines.get(at).strip();
            if (!isStep(line)) {
                break;
            }
            at++;
            String text = line.substring(line.indexOf(' ') + 1).strip();
            steps.add(new Step(text, document(), table()));
        }
        return steps;
    }

    private void blanks() {
        while (at < lines.size() && isBlank(lines.get(at))) {
            at++;
        }
    }

    private static boolean isBlank(String line) {
        String text = line.strip();
        return text.isEmpty() || text.startsWith("#") || text.startsWith("@");
    }

    private Optional<String> document() {
        blanks();
        if (at >= lines.size() || !lines.get(at).strip().equals("\"\"\"")) {
            return Optional.empty();
        }
        int indent = lines.get(at).indexOf('"');
        StringBuilder text = new StringBuilder();
        for (at++; !lines.get(at).strip().equals("\"\"\""); at++) {
            String line = lines.get(at);
            text.append(line.length() > indent ? line.substring(indent) : line.strip())
                    .append('\n');
        }
        at++;
        return Optional.of(text.toString().strip());
    }

    private List<List<String>> table() {
        List<List<String>> rows = new ArrayList<>();
        for (blanks(); at < lines.size() && lines.get(at).strip().startsWith("|"); blanks()) {
            rows.add(cells(lines.get(at).strip()));
            at++;
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        for (int index = 1; index < line.length(); index++) {
            char unit = line.charAt(index);
            if (unit == '\\' && index + 1 < line.length() && "\\|n".indexOf(line.charAt(index + 1)) >= 0) {
                index++;
                cell.append(line.charAt(index) == 'n' ? '\n' : line.charAt(index));
            } else if (unit == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(unit);
            }
        }
        return cells;
    }

    /** The lines after a scenario's name that are not steps, as one. */
    private String description() {
        List<String> found = new ArrayList<>();
        for (; at < lines.size() && !isBlank(lines.get(at)) && !isStep(lines.get(at)); at++) {
            found.add(lines.get(at).strip());
        }
        return String.join(" ", found);
    }

    private static boolean isStep(String line) {
        return line.strip().matches("(Given|When|Then|And|But) .*");
    }

    private void add(String name, String description, List<Step> steps, Map<String, String> values) {
        List<Step> all = new ArrayList<>(background);
        all.addAll(steps);
        Optional<String> graph = Optional.empty();
        List<String> givens = new ArrayList<>();
        List<String> indexes = new ArrayList<>();
        List<Scenario.Procedure> procedures = new ArrayList<>();
        Map<String, String> parameters = new LinkedHashMap<>();
        Optional<String> query = Optional.empty();
        Optional<Scenario.Expectation> expectation = Optional.empty();
        Optional<Map<String, Long>> sideEffects = Optional.empty();
        for (Step step : all) {
            String text = filled(step.text(), values);
            if (text.startsWith("the ") && text.endsWith(" graph")) {
                graph = Optional.of(text.substring(4, text.length() - 6));
            } else if (text.startsWith("having executed")) {
                givens.add(filled(step.document().orElseThrow(), values));
            } else if (text.startsWith("an index on ")) {
                indexes.add(text.substring(12));
            } else if (text.startsWith("a unique index on ")) {
                indexes.add("unique " + text.substring(18));
            } else if (text.startsWith("there exists a procedure")) {
                procedures.add(new Scenario.Procedure(text.substring(24).strip(), step.table()));
            } else if (text.startsWith("parameters are")) {
                step.table().forEach(row -> parameters.put(row.get(0), filled(row.get(1), values)));
            } else if (text.equals("executing query:")) {
                query = step.document().map(document -> filled(document, values));
            } else if (text.startsWith("executing control query")) {
                break;
            } else if (text.equals("no side effects")) {
                sideEffects = Optional.of(Map.of());
            } else if (text.startsWith("the side effects should be")) {
                sideEffects = Optional.of(sideEffects(step.table(), values));
            } else if (expectation.isEmpty()) {
                expectation = expectation(text, step.table(), values);
            }
        }
        String found = query.orElseThrow(() -> new IllegalArgumentException("no query: " + file + " " + name));
        Scenario.Expectation wanted =
                expectation.orElseThrow(() -> new IllegalArgumentException("no expectation: " + file + " " + name));
        scenarios.add(new Scenario(
                file, name, description, graph, givens, indexes, procedures, parameters, found, wanted, sideEffects));
    }

    private static Map<String, Long> sideEffects(List<List<String>> table, Map<String, String> values) {
        Map<String, Long> effects = new LinkedHashMap<>();
        table.forEach(row -> effects.put(row.get(0), Long.valueOf(filled(row.get(1), values))));
        effects.values().removeIf(count -> count == 0);
        return effects;
    }

    private static Optional<Scenario.Expectation> expectation(
            String text, List<List<String>> table, Map<String, String> values) {
        Matcher raised = RAISED.matcher(text);
        if (raised.matches()) {
            return Optional.of(new Scenario.Error(raised.group(1), raised.group(2), filled(raised.group(3), values)));
        }
        if (text.startsWith("the result should be empty")) {
            return Optional.of(new Scenario.Rows(List.of(), List.of(), false, true));
        }
        if (!text.startsWith("the result should be")) {
            return Optional.empty();
        }
        List<List<String>> filled = new ArrayList<>();
        for (List<String> row : table) {
            filled.add(row.stream().map(cell -> filled(cell, values)).toList());
        }
        return Optional.of(new Scenario.Rows(
                filled.getFirst(),
                filled.subList(1, filled.size()),
                text.contains(" in order"),
                !text.contains("ignoring element order for lists")));
    }

    private static String filled(String text, Map<String, String> values) {
        String result = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            result = result.replace(value.getKey(), value.getValue());
        }
        return result;
    }
}
