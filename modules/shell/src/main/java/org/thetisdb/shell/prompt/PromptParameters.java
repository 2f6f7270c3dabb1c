package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Session;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.shell.argument.ParameterExpression;
import org.thetisdb.shell.output.Output;
import org.thetisdb.shell.statement.Statement;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * The parameters that queries of the prompt see, and the command that sets them.
 *
 * <pre>
 *   .param x = 5                  .param since => date('2020-01-01')       any expression, other parameters among it
 *   .param {x: 5, y: [1, 2]}      all members of a map
 *   .param   .param x   .param list                                      .param unset x   .param clear
 * </pre>
 *
 * <p>A value is found by a query in a session of its own, so a wrong one does no harm to an open transaction. One
 * thread.
 */
final class PromptParameters {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** By name, in the order of their setting; a view. */
    Map<String, Object> values() {
        return values;
    }

    /** Does what follows {@code .param}. */
    void command(Statement typed, Database database, Output screen) {
        String text = typed.text();
        Tokens tokens = Lexer.scan(text);
        int count = tokens.count() - 1;
        boolean assigns = count > 1 && tokens.kind(1) == TokenKind.EQUAL;
        if (assigns) {
            int last = tokens.kind(2) == TokenKind.GREATER && tokens.start(2) == tokens.end(1) ? 2 : 1;
            String name = name(tokens, 0);
            values.put(name, evaluate(typed, tokens.end(last), database));
            show(name, screen);
        } else if (tokens.kind(0) == TokenKind.LEFT_BRACE) {
            assignMembers(typed, database, screen);
        } else if (count == 0 || count == 1 && tokens.isWord(0, "list")) {
            list(screen);
        } else if (count == 1 && tokens.isWord(0, "clear")) {
            values.clear();
        } else if (count == 2 && tokens.isWord(0, "unset")) {
            values.remove(known(name(tokens, 1)));
        } else if (count == 1) {
            show(known(name(tokens, 0)), screen);
        } else {
            throw usage(text);
        }
    }

    private static ThetisException usage(String text) {
        return new ThetisException(
                ErrorCode.USAGE,
                "a parameter is set by `.param name = value`, where the value is an expression such as 5, 'text',"
                        + " [1, 2] or date('2020-01-01'), not by `.param " + text + "`; see .help param");
    }

    /** A name as it is or with a dollar sign, quoted or not. */
    private static String name(Tokens tokens, int index) {
        String text = tokens.text(index);
        String plain = text.startsWith("$") ? text.substring(1) : text;
        return switch (tokens.kind(index)) {
            case NAME, PARAMETER, QUOTED_NAME, INTEGER ->
                plain.startsWith("`") ? plain.substring(1, plain.length() - 1).replace("``", "`") : plain;
            default -> throw usage(tokens.text());
        };
    }

    private String known(String name) {
        if (!values.containsKey(name)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "there is no parameter " + shown(name) + Suggestions.didYouMean(name, values.keySet())
                            + "; `.param` lists them");
        }
        return name;
    }

    private void assignMembers(Statement typed, Database database, Output screen) {
        if (!(evaluate(typed, 0, database) instanceof Map<?, ?> members)) {
            throw usage(typed.text());
        }
        members.forEach((name, value) -> {
            values.put((String) name, value);
            show((String) name, screen);
        });
    }

    /** The value of the expression that begins at that place. */
    private @Nullable Object evaluate(Statement typed, int start, Database database) {
        String text = typed.text();
        if (text.substring(start).isBlank()) {
            throw usage(text);
        }
        try (Session session = database.session()) {
            return ParameterExpression.value(typed.part(start, text.length()), session, values);
        }
    }

    private void list(Output screen) {
        if (values.isEmpty()) {
            screen.println("no parameters; `.param name = value` sets one");
        }
        List<String> names = new ArrayList<>(values.keySet());
        names.forEach(name -> show(name, screen));
    }

    private void show(String name, Output screen) {
        screen.println(shown(name) + " = " + CypherText.of(values.get(name)));
    }

    private static String shown(String name) {
        return "$" + CypherText.name(name);
    }
}
