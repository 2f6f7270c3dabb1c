package org.thetisdb.shell.argument;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.shell.statement.QueryFailure;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The value of a parameter that was given as an expression, with errors where it was typed. Stateless. */
public final class ParameterExpression {
    private static final String BEFORE = "RETURN (";

    private ParameterExpression() {}

    /**
     * Computes it by a query.
     *
     * @param parameters that the expression may use
     * @throws QueryFailure with a place in the source, if the expression is wrong
     */
    public static @Nullable Object value(Statement expression, Session session, Map<String, ?> parameters) {
        Statement query = expression.within(BEFORE, "\n) AS value");
        try (Result result = session.run(query.text(), parameters)) {
            return result.next().get(0);
        } catch (ThetisException failure) {
            String message = message(expression, failure);
            throw query.failure(failure, message + hint(expression.text(), message));
        }
    }

    /**
     * As {@link #value}, of a map whose members are parameters.
     *
     * @throws ThetisException {@link ErrorCode#INVALID_PARAMETER} if it is no map
     */
    static Map<?, ?> members(Statement expression, Session session, Map<String, ?> parameters) {
        Object value = value(expression, session, parameters);
        if (value instanceof Map<?, ?> members) {
            return members;
        }
        throw new ThetisException(ErrorCode.INVALID_PARAMETER, "several parameters are given as a map, name to value");
    }

    /** The parenthesis after the value is none of the user's. */
    private static String message(Statement expression, ThetisException failure) {
        boolean atEnd = failure.position().isPresent()
                && failure.position().get().offset()
                        >= BEFORE.length() + expression.text().length();
        String message = failure.getMessage();
        return atEnd ? message.replace("unexpected `)`; ", "unexpected end of the value; ") : message;
    }

    /** What people type who know values without quotes, or JSON. */
    private static String hint(String text, String told) {
        String expression = text.strip();
        Tokens tokens = Lexer.scan(expression);
        boolean word = tokens.kind(0) == TokenKind.NAME && tokens.kind(1) != TokenKind.LEFT_PARENTHESIS;
        if (word && !told.contains("is written in quotes")) {
            return "; a string is written in quotes: '" + expression + "'";
        }
        boolean json = tokens.kind(0) == TokenKind.LEFT_BRACE && tokens.kind(1) == TokenKind.STRING;
        return json ? "; the keys of a map are written without quotes: {name: 'value'}" : "";
    }
}
