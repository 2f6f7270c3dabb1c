package org.thetisdb.cypher.parse;

/** What a token is. A keyword is a {@link #NAME}: every word of Cypher may be a name somewhere. */
public enum TokenKind {
    END(""),
    NAME("a name"),
    QUOTED_NAME("a name"),
    INTEGER("a number"),
    FLOAT("a number"),
    STRING("a string"),
    PARAMETER("a parameter"),
    LEFT_PARENTHESIS("("),
    RIGHT_PARENTHESIS(")"),
    LEFT_BRACKET("["),
    RIGHT_BRACKET("]"),
    LEFT_BRACE("{"),
    RIGHT_BRACE("}"),
    COMMA(","),
    SEMICOLON(";"),
    COLON(":"),
    DOUBLE_COLON("::"),
    DOT("."),
    DOT_DOT(".."),
    BAR("|"),
    BAR_BAR("||"),
    AMPERSAND("&"),
    EXCLAMATION("!"),
    PERCENT("%"),
    DOLLAR("$"),
    PLUS("+"),
    PLUS_EQUAL("+="),
    MINUS("-"),
    STAR("*"),
    SLASH("/"),
    CARET("^"),
    EQUAL("="),
    EQUAL_EQUAL("=="),
    EQUAL_TILDE("=~"),
    LESS_GREATER("<>"),
    EXCLAMATION_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    GREATER(">"),
    GREATER_EQUAL(">="),
    /** Only if the lexer was asked for comments. */
    COMMENT("a comment"),
    /** A string, quoted name or block comment without its end. */
    UNFINISHED("an unfinished text"),
    /** A number such as {@code 12ab}. */
    BAD_NUMBER("a malformed number"),
    /** A character that begins no token. */
    UNKNOWN("an unknown character");

    private final String text;

    TokenKind(String text) {
        this.text = text;
    }

    /** The token's only spelling, or what the kind is called. */
    public String text() {
        return text;
    }
}
