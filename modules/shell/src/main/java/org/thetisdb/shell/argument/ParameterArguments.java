package org.thetisdb.shell.argument;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.thetisdb.JsonInput;
import org.thetisdb.Session;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The parameters of a one-shot query, out of {@code --params FILE} and {@code --param NAME=VALUE}. One thread.
 *
 * <pre>
 *   id=42   ids=[1, 2]   at={"$type": "Date", "_value": "2020-01-01"}      JSON
 *   day=date('2020-01-01')   map={day: date()}   text='42'                 an expression, by how it begins
 *   name=Ada   day=2020-01-01   host=10.0.0.1                              anything else is a text
 *   day=>date() - duration('P1D')   {day: date(), id: 42}                  an expression, whatever it is
 * </pre>
 *
 * <p>JSON comes first, and nothing is JSON and an expression of another value. What begins like a container or a call
 * is never silently a text: a mistake in it is an error. A database is asked only if there are expressions.
 */
public final class ParameterArguments {
    private static final Pattern CALL = Pattern.compile("[A-Za-z_][\\w.]*\\(.*\\)", Pattern.DOTALL);

    private final Session session;
    private final Map<String, Object> values = new LinkedHashMap<>();

    private ParameterArguments(Session session) {
        this.session = session;
    }

    /** All of them; what is given later wins, and one by itself wins over one of the file. */
    public static Map<String, Object> of(Arguments arguments, Session session) {
        ParameterArguments parameters = new ParameterArguments(session);
        arguments.value("--params").ifPresent(file -> parameters.addFile(Path.of(file)));
        arguments.values("--param").forEach(parameters::addPair);
        return parameters.values;
    }

    /** A file of one JSON object, or of one map as Cypher writes it. */
    private void addFile(Path file) {
        String text = TextFile.read(file);
        if (isMap(text)) {
            addMembers(Statement.of(text).stripped());
            return;
        }
        if (!(JsonInput.read(text, "the file " + file) instanceof Map<?, ?> map)) {
            throw new ThetisException(
                    ErrorCode.INVALID_PARAMETER,
                    "a file of parameters holds one JSON object, or a map, name to value: file=" + file);
        }
        map.forEach((name, value) -> values.put((String) name, ParameterValues.decode(value, (String) name)));
    }

    /** Whether a text begins as a map does, whose keys are written without quotes; an empty one is JSON as well. */
    private static boolean isMap(String text) {
        if (!text.stripLeading().startsWith("{")) {
            return false;
        }
        Tokens tokens = Lexer.scan(text);
        return tokens.kind(1) == TokenKind.NAME || tokens.kind(1) == TokenKind.QUOTED_NAME;
    }

    private void addPair(String pair) {
        if (isMap(pair)) {
            addMembers(typed(pair, 0));
            return;
        }
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a parameter is given as --param name=value, not `" + pair + "`");
        }
        String name = pair.substring(pair.charAt(0) == '$' ? 1 : 0, equals).strip();
        boolean arrow = pair.startsWith("=>", equals);
        Object value = arrow
                ? ParameterExpression.value(typed(pair, equals + 2), session, values)
                : value(pair, equals + 1, name);
        values.put(name, value);
    }

    private void addMembers(Statement map) {
        ParameterExpression.members(map, session, values).forEach((name, value) -> values.put((String) name, value));
    }

    private @Nullable Object value(String pair, int start, String name) {
        String text = pair.substring(start);
        String plain = text.strip();
        char first = plain.isEmpty() ? '\0' : plain.charAt(0);
        boolean container = first == '{' || first == '[' || first == '"';
        boolean json = container || first == '-' || first >= '0' && first <= '9';
        if (json || List.of("true", "false", "null").contains(plain)) {
            try {
                Object value = JsonInput.read(plain, "parameter " + name);
                if (!(value instanceof BigInteger)) {
                    return ParameterValues.decode(value, name);
                }
            } catch (ThetisException notJson) {
                if (first == '{' && !isMap(plain)) {
                    throw notJson;
                }
                // [date()] or {day: date()}; or 2012-11-29 or 10.0.0.1, which are texts, as is a number beyond 64 bits.
            }
        }
        boolean quoted = first == '\'' && plain.endsWith("'") && plain.length() > 1;
        boolean expression = container || quoted || CALL.matcher(plain).matches();
        return expression ? ParameterExpression.value(typed(pair, start), session, values) : text;
    }

    /** What follows a place of the argument, with its errors below the option as it was typed. */
    private static Statement typed(String pair, int start) {
        String option = "--param ";
        return Statement.of(option + pair)
                .part(option.length() + start, option.length() + pair.length())
                .stripped();
    }
}
