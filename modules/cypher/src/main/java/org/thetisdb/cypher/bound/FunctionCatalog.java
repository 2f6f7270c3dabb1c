package org.thetisdb.cypher.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every scalar function: the binder resolves calls by it, the shell completes from it. Threads: immutable.
 *
 * <p>Functions are written as signatures, {@code substring(text STRING, start INTEGER, [length INTEGER]) :: STRING};
 * brackets mark what may be left out, {@code ...} what may be repeated.
 */
public final class FunctionCatalog {
    private FunctionCatalog() {}

    /**
     * One function.
     *
     * @param name the canonical name, in lower case, as in {@code Expression.Call}
     * @param displayName as users write it
     * @param signature parameters and result for users
     * @param minArguments at least this many arguments
     * @param maxArguments at most this many; {@code Integer.MAX_VALUE} if unbounded
     * @param parameters the types that each argument may have; the last ones count for repeated arguments
     * @param result the type of the result as far as it does not depend on the arguments
     * @param description one line
     */
    public record Function(
            String name,
            String displayName,
            String signature,
            int minArguments,
            int maxArguments,
            List<List<CypherType>> parameters,
            CypherType result,
            String description) {
        /** The types that an argument may have. */
        public List<CypherType> parameter(int index) {
            return parameters.get(Math.min(index, parameters.size() - 1));
        }
    }

    /**
     * A function by its name in any case, or by an alias. Only the signature that is needed is parsed: most queries
     * call few functions, and the first query of a process should not wait for all.
     */
    public static Optional<Function> find(String name) {
        for (String signature : FunctionSignatures.SIGNATURES) {
            int length = name.length();
            if (signature.charAt(Math.min(length, signature.length() - 1)) == '('
                    && signature.regionMatches(true, 0, name, 0, length)) {
                return Optional.of(parse(signature));
            }
        }
        for (String[] alias : FunctionSignatures.ALIASES) {
            if (alias[0].equalsIgnoreCase(name)) {
                return find(alias[1]);
            }
        }
        return Optional.empty();
    }

    /** All functions, aliases left out, in the order of the manual. */
    public static List<Function> all() {
        List<Function> functions = new ArrayList<>(FunctionSignatures.SIGNATURES.length);
        for (String signature : FunctionSignatures.SIGNATURES) {
            functions.add(parse(signature));
        }
        return List.copyOf(functions);
    }

    /** The names as users write them, aggregates too: for "did you mean". */
    public static List<String> displayNames() {
        List<String> names = new ArrayList<>(List.of(
                "count", "sum", "avg", "min", "max", "collect", "stDev", "stDevP", "percentileCont", "percentileDisc"));
        for (Function function : all()) {
            names.add(function.displayName());
        }
        return names;
    }

    private static Function parse(String line) {
        int dash = line.indexOf(" -- ");
        String signature = line.substring(0, dash);
        int open = signature.indexOf('(');
        int close = signature.lastIndexOf(')');
        String displayName = signature.substring(0, open);
        String inside = signature.substring(open + 1, close);
        List<List<CypherType>> parameters = new ArrayList<>(4);
        int minimum = 0;
        boolean repeated = false;
        int start = 0;
        while (start < inside.length()) {
            int comma = inside.indexOf(", ", start);
            String parameter = inside.substring(start, comma < 0 ? inside.length() : comma);
            start = comma < 0 ? inside.length() : comma + 2;
            if (parameter.equals("...")) {
                repeated = true;
                continue;
            }
            boolean optional = parameter.charAt(0) == '[';
            minimum += optional ? 0 : 1;
            String plain = optional ? parameter.substring(1, parameter.length() - 1) : parameter;
            parameters.add(types(plain.substring(plain.indexOf(' ') + 1)));
        }
        CypherType result = types(signature.substring(close + 5)).get(0);
        int maximum = repeated ? Integer.MAX_VALUE : parameters.size();
        return new Function(
                displayName.toLowerCase(Locale.ROOT),
                displayName,
                signature,
                minimum,
                maximum,
                List.copyOf(parameters),
                result,
                line.substring(dash + 4));
    }

    private static List<CypherType> types(String text) {
        List<CypherType> types = new ArrayList<>(2);
        int start = 0;
        while (start < text.length()) {
            int bar = text.indexOf('|', start);
            types.add(type(text.substring(start, bar < 0 ? text.length() : bar)));
            start = bar < 0 ? text.length() : bar + 1;
        }
        return List.copyOf(types);
    }

    private static CypherType type(String text) {
        if (text.startsWith("LIST<")) {
            return CypherType.listOf(type(text.substring(5, text.length() - 1)));
        }
        for (CypherType.Kind kind : CypherType.Kind.values()) {
            if (kind.name().equals(text)) {
                return CypherType.of(kind);
            }
        }
        throw new IllegalStateException("no such type: name=" + text);
    }
}
