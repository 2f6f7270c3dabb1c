package org.thetisdb.postgresql.text;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** Splits SQL into words, as PostgreSQL does: comments, dollar quotes, E'' strings and operators. */
public final class SqlLexer {
    private static final String OPERATOR_UNITS = "+-*/<>=~!@#%^&|`?";
    private static final String SIGNS = "(),;.[]:";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private SqlLexer(String text) {
        this.text = text;
    }

    /**
     * {@return the words, and one of kind END behind them}
     *
     * @throws PostgresFailure 42601 for a quote without its end
     */
    public static List<Token> tokens(String text) {
        SqlLexer lexer = new SqlLexer(text);
        while (lexer.skipBlanks()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Token.Kind.END, text.length(), text.length(), "", text.length()));
        return lexer.tokens;
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private boolean skipBlanks() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (peek(0) == '-' && peek(1) == '-') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end + 1;
            } else if (peek(0) == '/' && peek(1) == '*') {
                skipComment();
            } else {
                return true;
            }
        }
        return false;
    }

    /** Comments may hold others. */
    private void skipComment() {
        int start = at;
        int depth = 0;
        do {
            if (peek(0) == '/' && peek(1) == '*') {
                depth++;
                at += 2;
            } else if (peek(0) == '*' && peek(1) == '/') {
                depth--;
                at += 2;
            } else if (at >= text.length()) {
                throw unterminated(start, "comment");
            } else {
                at++;
            }
        } while (depth > 0);
    }

    private void next() {
        char first = peek(0);
        if ((first == 'e' || first == 'E') && peek(1) == '\'') {
            escaped();
        } else if (first == '\'') {
            quoted(Token.Kind.STRING, '\'');
        } else if (first == '"') {
            quoted(Token.Kind.QUOTED, '"');
        } else if (first == '$') {
            dollar();
        } else if (isWordStart(first)) {
            word();
        } else if (isDigit(first) || first == '.' && isDigit(peek(1))) {
            number();
        } else if (SIGNS.indexOf(first) >= 0) {
            int length = first == ':' && peek(1) == ':' ? 2 : 1;
            add(Token.Kind.OPERATOR, at, at + length);
        } else if (OPERATOR_UNITS.indexOf(first) >= 0) {
            operator();
        } else {
            throw PostgresFailure.at(at, SqlState.SYNTAX_ERROR, "syntax error at or near \"" + first + "\"");
        }
    }

    private void add(Token.Kind kind, int start, int end) {
        tokens.add(new Token(kind, start, end, text.substring(start, end), start));
        at = end;
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    private static boolean isWordStart(char unit) {
        return Character.isLetter(unit) || unit == '_' || Character.isSurrogate(unit);
    }

    private static boolean isWordPart(char unit) {
        return isWordStart(unit) || isDigit(unit) || unit == '$';
    }

    private void word() {
        int end = at;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        add(Token.Kind.WORD, at, end);
    }

    private void number() {
        int end = at;
        while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int digits = end + 1;
            if (digits < text.length() && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) {
                digits++;
            }
            if (digits < text.length() && isDigit(text.charAt(digits))) {
                end = digits;
                while (end < text.length() && isDigit(text.charAt(end))) {
                    end++;
                }
            }
        }
        add(Token.Kind.NUMBER, at, end);
    }

    /** As PostgreSQL has it: a comment ends it, and it ends with + or - only if it has some other sign. */
    private void operator() {
        int end = at;
        boolean special = false;
        while (end < text.length() && OPERATOR_UNITS.indexOf(text.charAt(end)) >= 0) {
            boolean comment = text.startsWith("--", end) || text.startsWith("/*", end);
            if (comment) {
                break;
            }
            special |= "~!@#%^&|`?".indexOf(text.charAt(end)) >= 0;
            end++;
        }
        while (!special && end > at + 1 && "+-".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        add(Token.Kind.OPERATOR, at, end);
    }

    private void quoted(Token.Kind kind, char quote) {
        int start = at++;
        StringBuilder meaning = new StringBuilder();
        int textStart = at;
        while (true) {
            if (at >= text.length()) {
                throw unterminated(start, kind == Token.Kind.STRING ? "quoted string" : "quoted identifier");
            }
            char unit = text.charAt(at++);
            if (unit == quote) {
                if (peek(0) != quote) {
                    break;
                }
                textStart = -1;
                at++;
            }
            meaning.append(unit);
        }
        if (kind == Token.Kind.QUOTED && meaning.isEmpty()) {
            throw PostgresFailure.at(start, SqlState.SYNTAX_ERROR, "zero-length delimited identifier");
        }
        tokens.add(new Token(kind, start, at, meaning.toString(), textStart));
    }

    private void escaped() {
        int start = at;
        at += 2;
        StringBuilder meaning = new StringBuilder();
        while (true) {
            if (at >= text.length()) {
                throw unterminated(start, "quoted string");
            }
            char unit = text.charAt(at++);
            if (unit == '\\' && at < text.length()) {
                escape(meaning);
            } else if (unit == '\'') {
                if (peek(0) != '\'') {
                    break;
                }
                at++;
                meaning.append('\'');
            } else {
                meaning.append(unit);
            }
        }
        tokens.add(new Token(Token.Kind.STRING, start, at, meaning.toString(), -1));
    }

    private void escape(StringBuilder meaning) {
        char unit = text.charAt(at++);
        switch (unit) {
            case 'n' -> meaning.append('\n');
            case 't' -> meaning.append('\t');
            case 'r' -> meaning.append('\r');
            case 'b' -> meaning.append('\b');
            case 'f' -> meaning.append('\f');
            case 'u' -> code(meaning, 4);
            case 'U' -> code(meaning, 8);
            case 'x' -> code(meaning, 2);
            default -> meaning.append(unit);
        }
    }

    private void code(StringBuilder meaning, int digits) {
        try {
            int end = Math.min(text.length(), at + digits);
            meaning.appendCodePoint(Integer.parseUnsignedInt(text, at, end, 16));
            at = end;
        } catch (IllegalArgumentException wrong) {
            throw PostgresFailure.at(at, SqlState.SYNTAX_ERROR, "invalid Unicode escape");
        }
    }

    private void dollar() {
        if (isDigit(peek(1))) {
            int end = at + 1;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            add(Token.Kind.PARAMETER, at, end);
            return;
        }
        int tagEnd = at + 1;
        while (tagEnd < text.length() && isWordPart(text.charAt(tagEnd)) && text.charAt(tagEnd) != '$') {
            tagEnd++;
        }
        if (tagEnd >= text.length() || text.charAt(tagEnd) != '$') {
            throw PostgresFailure.at(at, SqlState.SYNTAX_ERROR, "syntax error at or near \"$\"");
        }
        String tag = text.substring(at, tagEnd + 1);
        int end = text.indexOf(tag, tagEnd + 1);
        if (end < 0) {
            throw unterminated(at, "dollar-quoted string");
        }
        tokens.add(new Token(Token.Kind.STRING, at, end + tag.length(), text.substring(tagEnd + 1, end), tagEnd + 1));
        at = end + tag.length();
    }

    private static PostgresFailure unterminated(int start, String what) {
        return PostgresFailure.at(start, SqlState.SYNTAX_ERROR, "unterminated " + what);
    }
}
