package org.thetisdb.xml.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.path.Condition.Comparison;

/** Reads the condition of a filter, and checks that it is well-typed. Used by one thread. */
final class FilterReader {
    private final PathText text;
    private final PathReader paths;

    FilterReader(PathText text, PathReader paths) {
        this.text = text;
        this.paths = paths;
    }

    /** A part of a condition before it is known what it is used for. */
    private sealed interface Part {
        /** A value: a literal, or what a function gives. */
        record Value(Operand operand) implements Part {}

        /** A path. */
        record Path(PathQuery query) implements Part {}

        /** A truth value: what a function gives, or several parts. */
        record Truth(Condition condition) implements Part {}
    }

    Condition condition() {
        List<Condition> parts = new ArrayList<>();
        do {
            text.space();
            parts.add(conjunction());
            text.space();
        } while (text.take("||"));
        return parts.size() == 1 ? parts.getFirst() : new Condition.Or(List.copyOf(parts));
    }

    private Condition conjunction() {
        List<Condition> parts = new ArrayList<>();
        int before;
        do {
            text.space();
            parts.add(basic());
            before = text.place();
            text.space();
        } while (text.take("&&"));
        text.backTo(before);
        return parts.size() == 1 ? parts.getFirst() : new Condition.And(List.copyOf(parts));
    }

    private Condition basic() {
        if (text.peek() == '!' && text.peek(1) != '=') {
            text.skip(1);
            text.space();
            return new Condition.Not(text.peek() == '(' ? parenthesized() : tested(part()));
        }
        if (text.peek() == '(') {
            return parenthesized();
        }
        Part left = part();
        int before = text.place();
        text.space();
        Optional<Comparison> comparison = comparison();
        if (comparison.isEmpty()) {
            text.backTo(before);
            return tested(left);
        }
        text.space();
        Operand first = compared(left);
        return new Condition.Compared(first, comparison.get(), compared(part()));
    }

    private Condition parenthesized() {
        text.require("(");
        paths.deeper();
        Condition condition = condition();
        paths.shallower();
        text.space();
        text.require(")");
        return condition;
    }

    private Optional<Comparison> comparison() {
        if (text.take("==")) {
            return Optional.of(Comparison.EQUAL);
        }
        if (text.take("!=")) {
            return Optional.of(Comparison.UNEQUAL);
        }
        if (text.take("<=")) {
            return Optional.of(Comparison.LESS_OR_EQUAL);
        }
        if (text.take(">=")) {
            return Optional.of(Comparison.GREATER_OR_EQUAL);
        }
        if (text.take("<")) {
            return Optional.of(Comparison.LESS);
        }
        return text.take(">") ? Optional.of(Comparison.GREATER) : Optional.empty();
    }

    private Condition tested(Part part) {
        return switch (part) {
            case Part.Truth truth -> truth.condition;
            case Part.Path path -> new Condition.Exists(path.query);
            case Part.Value _ -> throw text.wrong("a value is no condition; compare it");
        };
    }

    private Operand compared(Part part) {
        return switch (part) {
            case Part.Value value -> value.operand;
            case Part.Path path when path.query.isSingular() -> new Operand.Single(path.query);
            case Part.Path _ -> throw text.wrong("a path that may find several values is compared to nothing");
            case Part.Truth _ -> throw text.wrong("a truth value is compared to nothing; it is a condition itself");
        };
    }

    private Part part() {
        if (text.peek() == '@' || text.peek() == '$') {
            boolean isRelative = text.peek() == '@';
            text.skip(1);
            return new Part.Path(paths.query(isRelative));
        }
        String string = text.string();
        if (string != null) {
            return literal(string);
        }
        Number number = text.number();
        if (number != null) {
            return literal(number);
        }
        String function = text.function();
        if (function != null) {
            return call(function);
        }
        if (text.take("true")) {
            return literal(true);
        }
        if (text.take("false")) {
            return literal(false);
        }
        if (text.take("null")) {
            return literal(null);
        }
        throw text.wrong("a path, a literal or a function is expected");
    }

    private static Part literal(@Nullable Object value) {
        return new Part.Value(new Operand.Literal(value));
    }

    private Part call(String function) {
        paths.deeper();
        List<Part> arguments = new ArrayList<>();
        text.space();
        if (!text.take(")")) {
            do {
                text.space();
                arguments.add(part());
                text.space();
            } while (text.take(","));
            text.require(")");
        }
        paths.shallower();
        return switch (function) {
            case "length" -> value(new Operand.Length(operand(arguments, 0, 1)));
            case "count" -> value(new Operand.Count(path(arguments)));
            case "value" -> value(new Operand.Only(path(arguments)));
            case "match" -> matches(arguments, true);
            case "search" -> matches(arguments, false);
            default ->
                throw text.wrong("there is no such function: name=" + function
                        + "; there are length, count, value, match and search");
        };
    }

    private static Part value(Operand operand) {
        return new Part.Value(operand);
    }

    private Part matches(List<Part> arguments, boolean isWhole) {
        return new Part.Truth(new Condition.Matches(operand(arguments, 0, 2), operand(arguments, 1, 2), isWhole));
    }

    private Operand operand(List<Part> arguments, int index, int count) {
        if (arguments.size() != count) {
            throw text.wrong("the function takes another number of arguments: expected=" + count);
        }
        return compared(arguments.get(index));
    }

    private PathQuery path(List<Part> arguments) {
        if (arguments.size() == 1 && arguments.getFirst() instanceof Part.Path path) {
            return path.query;
        }
        throw text.wrong("the function takes one path");
    }
}
