package org.thetisdb.cypher.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a procedure is called and what it gives.
 *
 * @param name with its namespace, such as {@code db.labels}; case matters
 * @param parameters in order; those with a default come last
 * @param columns what each of its rows holds; none if it gives no rows and is called for its effect
 * @param description one line
 * @param acts whether it is called for what it does, and so even if nobody reads what it gives
 * @param writes whether it may change the graph: a call of it is a clause that writes
 */
public record ProcedureSignature(
        String name,
        List<Parameter> parameters,
        List<Column> columns,
        String description,
        boolean acts,
        boolean writes) {
    public ProcedureSignature {
        parameters = List.copyOf(parameters);
        columns = List.copyOf(columns);
    }

    /**
     * A parameter.
     *
     * @param standard its value if the call leaves it out, boxed; empty if it has to be given
     */
    public record Parameter(String name, CypherType type, Optional<Default> standard) {}

    /** The value of an argument that was left out; empty for null. */
    public record Default(Optional<Object> value) {}

    /** A column of the result. */
    public record Column(String name, CypherType type) {}

    /**
     * Reads what {@link #toString} writes: {@code db.find(text STRING, [limit INTEGER = 10]) :: (node NODE)}. Brackets
     * mark what may be left out; it is null then, or the number after {@code =}.
     */
    public static ProcedureSignature parse(String text, String description) {
        int open = text.indexOf('(');
        int close = text.indexOf(')');
        List<Parameter> parameters = new ArrayList<>();
        for (String each : parts(text.substring(open + 1, close))) {
            boolean optional = each.startsWith("[");
            String[] sides = (optional ? each.substring(1, each.length() - 1) : each).split("=", 2);
            Optional<Object> standard =
                    sides.length == 2 ? Optional.of(Long.valueOf(sides[1].strip())) : Optional.empty();
            Column named = named(sides[0].strip());
            parameters.add(new Parameter(
                    named.name(), named.type(), optional ? Optional.of(new Default(standard)) : Optional.empty()));
        }
        int columns = text.indexOf('(', close);
        List<Column> result = new ArrayList<>();
        if (columns >= 0) {
            for (String each : parts(text.substring(columns + 1, text.lastIndexOf(')')))) {
                result.add(named(each));
            }
        }
        return new ProcedureSignature(text.substring(0, open).strip(), parameters, result, description, false, false);
    }

    /** The same of a procedure that acts. */
    public ProcedureSignature acting() {
        return new ProcedureSignature(name, parameters, columns, description, true, writes);
    }

    private static List<String> parts(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split(" *, *"));
    }

    private static Column named(String text) {
        int space = text.indexOf(' ');
        return new Column(
                text.substring(0, space), type(text.substring(space + 1).strip()));
    }

    private static CypherType type(String text) {
        return text.startsWith("LIST<")
                ? CypherType.listOf(type(text.substring(5, text.length() - 1)))
                : CypherType.of(CypherType.Kind.valueOf(text.replace(' ', '_')));
    }

    /** How many arguments a call must give at least. */
    public int requiredCount() {
        return (int) parameters.stream()
                .filter(parameter -> parameter.standard().isEmpty())
                .count();
    }

    /** For users: {@code db.labels() :: (label STRING)}; brackets mark what may be left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append('(');
        for (int index = 0; index < parameters.size(); index++) {
            Parameter parameter = parameters.get(index);
            boolean optional = parameter.standard().isPresent();
            text.append(index == 0 ? "" : ", ").append(optional ? "[" : "").append(parameter.name());
            text.append(' ').append(parameter.type());
            parameter
                    .standard()
                    .flatMap(Default::value)
                    .ifPresent(value -> text.append(" = ").append(value));
            text.append(optional ? "]" : "");
        }
        text.append(')');
        for (int index = 0; index < columns.size(); index++) {
            text.append(index == 0 ? " :: (" : ", ").append(columns.get(index).name());
            text.append(' ').append(columns.get(index).type());
        }
        return columns.isEmpty() ? text.toString() : text.append(')').toString();
    }
}
