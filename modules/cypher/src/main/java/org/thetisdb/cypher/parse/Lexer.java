package org.thetisdb.cypher.parse;

/**
 * Splits a text into tokens. It accepts any text: what is not a token becomes one of the error kinds, which the
 * parser rejects and which highlighting shows.
 */
public final class Lexer {
    private final String text;
    private final int length;
    private final boolean comments;
    private final Tokens tokens;
    private int at;

    private Lexer(String text, boolean comments) {
        this.text = text;
        this.length = text.length();
        this.comments = comments;
        this.tokens = new Tokens(text);
    }

    /** The tokens of a text without its comments. */
    public static Tokens scan(String text) {
        return new Lexer(text, false).run();
    }

    /** The tokens of a text, comments among them, for highlighting. */
    public static Tokens scanWithComments(String text) {
        return new Lexer(text, true).run();
    }

    private Tokens run() {
        while (at < length) {
            char unit = text.charAt(at);
            if (unit == ' ' || isBlank(unit)) {
                at++;
            } else if (isNameStart(unit)) {
                name();
            } else if (unit >= '0' && unit <= '9' || unit == '.' && isDigit(peek(1)) && peekBack() != '.') {
                number();
            } else if (unit == '\'' || unit == '"') {
                string(unit);
            } else if (unit == '`') {
                int start = at;
                boolean finished = skipQuotedName();
                tokens.add(finished ? TokenKind.QUOTED_NAME : TokenKind.UNFINISHED, start, at);
            } else if (unit == '/' && (peek(1) == '/' || peek(1) == '*')) {
                comment();
            } else if (unit == '$') {
                parameter();
            } else {
                symbol(unit);
            }
        }
        tokens.add(TokenKind.END, length, length);
        return tokens;
    }

    private char peek(int ahead) {
        return at + ahead < length ? text.charAt(at + ahead) : '\0';
    }

    private char peekBack() {
        return at > 0 ? text.charAt(at - 1) : '\0';
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }

    /** Of control characters those that part words: tabulators, ends of lines and separators. */
    private static boolean isBlank(char unit) {
        return (unit < ' ' || unit > '~')
                && (Character.isWhitespace(unit) || Character.isSpaceChar(unit) || unit == '\uFEFF');
    }

    static boolean isNameStart(char unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit == '_'
                || unit > '~'
                        && (Character.isUnicodeIdentifierStart(unit)
                                || Character.isSurrogate(unit)
                                || Character.getType(unit) == Character.CONNECTOR_PUNCTUATION);
    }

    static boolean isNamePart(char unit) {
        return isNameStart(unit)
                || isDigit(unit)
                || unit > '~' && Character.isUnicodeIdentifierPart(unit) && !isDash(unit);
    }

    private void name() {
        int start = at;
        skipName();
        tokens.add(TokenKind.NAME, start, at);
    }

    private void skipName() {
        while (at < length && isNamePart(text.charAt(at))) {
            at++;
        }
    }

    /** After the closing backtick if there is one; two backticks inside stand for one. */
    private boolean skipQuotedName() {
        at++;
        while (at < length) {
            if (text.charAt(at) != '`') {
                at++;
            } else if (peek(1) == '`') {
                at += 2;
            } else {
                at++;
                return true;
            }
        }
        return false;
    }

    private void parameter() {
        int start = at++;
        char unit = peek(0);
        if (unit == '`') {
            boolean finished = skipQuotedName();
            tokens.add(finished ? TokenKind.PARAMETER : TokenKind.UNFINISHED, start, at);
        } else if (isNamePart(unit)) {
            skipName();
            tokens.add(TokenKind.PARAMETER, start, at);
        } else {
            tokens.add(TokenKind.DOLLAR, start, at);
        }
    }

    private void string(char quote) {
        int start = at++;
        while (at < length) {
            char unit = text.charAt(at);
            if (unit == '\\' && at + 1 < length) {
                at += 2;
            } else {
                at++;
                if (unit == quote) {
                    tokens.add(TokenKind.STRING, start, at);
                    return;
                }
            }
        }
        at = length;
        tokens.add(TokenKind.UNFINISHED, start, at);
    }

    private void comment() {
        int start = at;
        TokenKind kind = TokenKind.COMMENT;
        if (peek(1) == '/') {
            while (at < length && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                at++;
            }
        } else {
            int end = text.indexOf("*/", at + 2);
            kind = end < 0 ? TokenKind.UNFINISHED : kind;
            at = end < 0 ? length : end + 2;
        }
        if (comments || kind == TokenKind.UNFINISHED) {
            tokens.add(kind, start, at);
        }
    }

    private void number() {
        int start = at;
        TokenKind kind = TokenKind.INTEGER;
        char second = peek(1);
        if (text.charAt(at) == '0' && (second == 'x' || second == 'X' || second == 'o')) {
            at += 2;
            int digits = at;
            skipName();
            kind = digits == at ? TokenKind.BAD_NUMBER : kind;
        } else {
            skipDigits();
            if (peek(0) == '.' && isDigit(peek(1))) {
                kind = TokenKind.FLOAT;
                at++;
                skipDigits();
            }
            if (peek(0) == 'e' || peek(0) == 'E') {
                int sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
                if (isDigit(peek(1 + sign))) {
                    kind = TokenKind.FLOAT;
                    at += 1 + sign;
                    skipDigits();
                }
            }
            if (kind == TokenKind.FLOAT && (peek(0) == 'f' || peek(0) == 'd') && !isNamePart(peek(1))) {
                at++;
            }
            if (isNamePart(peek(0))) {
                skipName();
                kind = TokenKind.BAD_NUMBER;
            }
        }
        tokens.add(kind, start, at);
    }

    private void skipDigits() {
        while (isDigit(peek(0)) || peek(0) == '_' && isDigit(peek(1)) && isDigit(peekBack())) {
            at++;
        }
    }

    private void symbol(char unit) {
        char second = peek(1);
        switch (unit) {
            case '(' -> one(TokenKind.LEFT_PARENTHESIS);
            case ')' -> one(TokenKind.RIGHT_PARENTHESIS);
            case '[' -> one(TokenKind.LEFT_BRACKET);
            case ']' -> one(TokenKind.RIGHT_BRACKET);
            case '{' -> one(TokenKind.LEFT_BRACE);
            case '}' -> one(TokenKind.RIGHT_BRACE);
            case ',' -> one(TokenKind.COMMA);
            case ';' -> one(TokenKind.SEMICOLON);
            case '&' -> one(TokenKind.AMPERSAND);
            case '%' -> one(TokenKind.PERCENT);
            case '*' -> one(TokenKind.STAR);
            case '/' -> one(TokenKind.SLASH);
            case '^' -> one(TokenKind.CARET);
            case '-' -> one(TokenKind.MINUS);
            case ':' -> oneOrTwo(second == ':', TokenKind.COLON, TokenKind.DOUBLE_COLON);
            case '.' -> oneOrTwo(second == '.', TokenKind.DOT, TokenKind.DOT_DOT);
            case '|' -> oneOrTwo(second == '|', TokenKind.BAR, TokenKind.BAR_BAR);
            case '+' -> oneOrTwo(second == '=', TokenKind.PLUS, TokenKind.PLUS_EQUAL);
            case '!' -> oneOrTwo(second == '=', TokenKind.EXCLAMATION, TokenKind.EXCLAMATION_EQUAL);
            case '>' -> oneOrTwo(second == '=', TokenKind.GREATER, TokenKind.GREATER_EQUAL);
            case '=' -> equalSign(second);
            case '<' -> lessSign(second);
            default -> otherSign(unit);
        }
    }

    private void equalSign(char second) {
        if (second == '=') {
            two(TokenKind.EQUAL_EQUAL);
        } else {
            oneOrTwo(second == '~', TokenKind.EQUAL, TokenKind.EQUAL_TILDE);
        }
    }

    private void lessSign(char second) {
        if (second == '>') {
            two(TokenKind.LESS_GREATER);
        } else {
            oneOrTwo(second == '=', TokenKind.LESS, TokenKind.LESS_EQUAL);
        }
    }

    /** The dashes and arrow heads that openCypher allows beside the plain ones. */
    private void otherSign(char unit) {
        if (isDash(unit)) {
            one(TokenKind.MINUS);
        } else if (unit == '\u27E8' || unit == '\u3008' || unit == '\uFE64' || unit == '\uFF1C') {
            one(TokenKind.LESS);
        } else if (unit == '\u27E9' || unit == '\u3009' || unit == '\uFE65' || unit == '\uFF1E') {
            one(TokenKind.GREATER);
        } else {
            one(TokenKind.UNKNOWN);
        }
    }

    private static boolean isDash(char unit) {
        return unit == '\u00AD'
                || unit >= '\u2010' && unit <= '\u2015'
                || unit == '\u2212'
                || unit == '\uFE58'
                || unit == '\uFE63'
                || unit == '\uFF0D';
    }

    private void one(TokenKind kind) {
        tokens.add(kind, at, at + 1);
        at++;
    }

    private void two(TokenKind kind) {
        tokens.add(kind, at, at + 2);
        at += 2;
    }

    private void oneOrTwo(boolean isTwo, TokenKind single, TokenKind twice) {
        if (isTwo) {
            two(twice);
        } else {
            one(single);
        }
    }
}
