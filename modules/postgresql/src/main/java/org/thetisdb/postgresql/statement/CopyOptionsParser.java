package org.thetisdb.postgresql.statement;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.Token;

/** The options of COPY, in parentheses or as they were before PostgreSQL 9. */
final class CopyOptionsParser {
    private final List<Token> tokens;
    private int at;
    private boolean csv;
    private boolean header;
    private Optional<String> delimiter = Optional.empty();
    private Optional<String> nullText = Optional.empty();
    private Optional<String> quote = Optional.empty();
    private Optional<String> escape = Optional.empty();

    private CopyOptionsParser(List<Token> tokens, int at) {
        this.tokens = tokens;
        this.at = at;
    }

    static CopyOptions parse(String text, List<Token> tokens, int from, IntConsumer end) {
        CopyOptionsParser parser = new CopyOptionsParser(tokens, from);
        if (parser.peek().is("with")) {
            parser.at++;
        }
        boolean inParentheses = parser.peek().isSign("(");
        parser.at += inParentheses ? 1 : 0;
        while (parser.peek().kind() != Token.Kind.END && !parser.peek().isSign(")")) {
            parser.option(text);
            parser.at += parser.peek().isSign(",") ? 1 : 0;
        }
        parser.at += inParentheses && parser.peek().isSign(")") ? 1 : 0;
        end.accept(Math.min(parser.at, tokens.size() - 1));
        return parser.options();
    }

    private Token peek() {
        return tokens.get(Math.min(at, tokens.size() - 1));
    }

    private Token next() {
        Token token = peek();
        at++;
        return token;
    }

    private void option(String text) {
        Token token = next();
        switch (token.text().toLowerCase(Locale.ROOT)) {
            case "format" -> format(next());
            case "csv" -> csv = true;
            case "header" -> {
                boolean off = peek().is("false") || peek().is("off");
                at += off || peek().is("true") || peek().is("on") ? 1 : 0;
                header = !off;
            }
            case "delimiter" -> delimiter = value();
            case "null" -> nullText = value();
            case "quote" -> quote = value();
            case "escape" -> escape = value();
            case "encoding" -> {
                if (!value().orElseThrow().replace("-", "").equalsIgnoreCase("utf8")) {
                    throw PostgresFailure.unsupported("another encoding than UTF8")
                            .placed(token.start());
                }
            }
            default ->
                throw PostgresFailure.at(
                        token.start(),
                        SqlState.SYNTAX_ERROR,
                        "option of COPY not recognized: " + text.substring(token.start(), token.end()));
        }
    }

    private void format(Token token) {
        csv = switch (token.text().toLowerCase(Locale.ROOT)) {
            case "csv" -> true;
            case "text" -> false;
            default -> throw PostgresFailure.unsupported("this format of COPY").placed(token.start());
        };
    }

    private Optional<String> value() {
        at += peek().is("as") ? 1 : 0;
        Token token = peek();
        if (token.kind() != Token.Kind.STRING) {
            throw PostgresFailure.at(token.start(), SqlState.SYNTAX_ERROR, "an option of COPY needs a string");
        }
        at++;
        return Optional.of(token.text());
    }

    private CopyOptions options() {
        char quoteUnit = unit(quote, '"');
        return new CopyOptions(
                csv,
                header,
                unit(delimiter, csv ? ',' : '\t'),
                nullText.orElse(csv ? "" : "\\N"),
                quoteUnit,
                unit(escape, quoteUnit));
    }

    private static char unit(Optional<String> value, char byDefault) {
        if (value.isEmpty()) {
            return byDefault;
        }
        if (value.get().length() != 1 || value.get().charAt(0) >= 0x80) {
            throw PostgresFailure.of(
                    SqlState.FEATURE_NOT_SUPPORTED, "COPY takes a single one-byte character for that option");
        }
        return value.get().charAt(0);
    }
}
