package org.thetisdb.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question in DuckDB's SQL. The texts are the resources {@code duckdb/<query>.sql}, with parameters by name; the
 * driver knows parameters by number alone. Immutable.
 *
 * @param sql the text, with {@code $1} for the first parameter
 * @param parameters the parameters' names, in the order of their numbers
 */
record DuckDbText(String sql, List<String> parameters) {
    private static final Pattern PARAMETER = Pattern.compile("\\$([A-Za-z]\\w*)");

    /** The text of a query, or nothing if there is none. */
    static Optional<DuckDbText> of(String query) {
        return TextResource.read("duckdb/" + query + ".sql").map(DuckDbText::numbered);
    }

    /** The text with numbers for names. */
    static DuckDbText numbered(String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(text);
        String sql = matcher.replaceAll(match -> {
            if (!names.contains(match.group(1))) {
                names.add(match.group(1));
            }
            return Matcher.quoteReplacement("$" + (names.indexOf(match.group(1)) + 1));
        });
        return new DuckDbText(sql, List.copyOf(names));
    }
}
