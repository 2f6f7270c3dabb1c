package org.thetisdb.cypher.parse;

import java.util.Optional;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** The place of the parser in the tokens, and all its errors. */
final class TokenCursor {
    /** How deep expressions, patterns and subqueries may be nested: each level costs about ten Java frames. */
    static final int NESTING_MAX = 200;

    /** How many operators of one level may follow each other, as in {@code 1 + 1 + 1}. */
    static final int CHAIN_MAX = 2000;

    private final SourceText source;
    private final Tokens tokens;
    private int index;
    private int nesting;

    TokenCursor(SourceText source, Tokens tokens) {
        this.source = source;
        this.tokens = tokens;
    }

    SourceText source() {
        return source;
    }

    int index() {
        return index;
    }

    TokenKind kind() {
        return tokens.kind(index);
    }

    TokenKind kind(int ahead) {
        return tokens.kind(index + ahead);
    }

    /** 1 for an opening parenthesis, bracket or brace, -1 for a closing one. */
    int nestingStep(int tokenIndex) {
        TokenKind kind = tokens.kind(tokenIndex);
        if (kind == TokenKind.LEFT_PARENTHESIS || kind == TokenKind.LEFT_BRACKET || kind == TokenKind.LEFT_BRACE) {
            return 1;
        }
        boolean closes =
                kind == TokenKind.RIGHT_PARENTHESIS || kind == TokenKind.RIGHT_BRACKET || kind == TokenKind.RIGHT_BRACE;
        return closes ? -1 : 0;
    }

    TokenKind kindAt(int tokenIndex) {
        return tokens.kind(tokenIndex);
    }

    boolean is(TokenKind kind) {
        return tokens.kind(index) == kind;
    }

    boolean isWord(String word) {
        return tokens.isWord(index, word);
    }

    boolean isWord(int ahead, String word) {
        return tokens.isWord(index + ahead, word);
    }

    boolean isName() {
        return isName(0);
    }

    boolean isName(int ahead) {
        TokenKind kind = kind(ahead);
        return kind == TokenKind.NAME || kind == TokenKind.QUOTED_NAME;
    }

    int offset() {
        return tokens.start(index);
    }

    int offset(int ahead) {
        return tokens.start(index + ahead);
    }

    /** The end of the token before this one. */
    int endBefore() {
        return index == 0 ? 0 : tokens.end(index - 1);
    }

    String text() {
        return tokens.text(index);
    }

    void advance() {
        index++;
    }

    void advance(int count) {
        index += count;
    }

    boolean accept(TokenKind kind) {
        if (tokens.kind(index) == kind) {
            index++;
            return true;
        }
        return false;
    }

    boolean acceptWord(String word) {
        if (tokens.isWord(index, word)) {
            index++;
            return true;
        }
        return false;
    }

    boolean acceptWords(String first, String second) {
        if (tokens.isWord(index, first) && tokens.isWord(index + 1, second)) {
            index += 2;
            return true;
        }
        return false;
    }

    void expect(TokenKind kind) {
        if (!accept(kind)) {
            throw unexpected(kind.text().length() < 3 ? "`" + kind.text() + "`" : kind.text());
        }
    }

    void expectWord(String word) {
        if (!acceptWord(word)) {
            throw unexpectedWord(word, word);
        }
    }

    /** A name, with or without backticks; {@code what} says what it would name. */
    String name(String what) {
        if (is(TokenKind.NAME)) {
            String name = text();
            index++;
            return name;
        }
        if (is(TokenKind.QUOTED_NAME)) {
            String name = unquote(text());
            if (name.isEmpty()) {
                throw error(offset(), "an empty name");
            }
            index++;
            return name;
        }
        throw unexpected(what);
    }

    Identifier identifier(String what) {
        int offset = offset();
        return new Identifier(offset, name(what));
    }

    static String unquote(String quoted) {
        String inside = quoted.substring(1, quoted.length() - 1);
        return inside.indexOf('`') < 0 ? inside : inside.replace("``", "`");
    }

    /** One level deeper; undone by {@link #leave}. */
    void enter() {
        if (++nesting > NESTING_MAX) {
            throw source.error(
                    ErrorCode.LIMIT_EXCEEDED,
                    offset(),
                    "the query is nested too deeply: levelsMax=" + NESTING_MAX + "; split it with WITH");
        }
    }

    void leave() {
        nesting--;
    }

    void checkChain(int count) {
        if (count > CHAIN_MAX) {
            throw source.error(
                    ErrorCode.LIMIT_EXCEEDED,
                    offset(),
                    "too many operators in one expression: operatorsMax=" + CHAIN_MAX
                            + "; give a list as a parameter, to IN, any() or reduce()");
        }
    }

    ThetisException error(int offset, String message) {
        return source.error(ErrorCode.SYNTAX, offset, message);
    }

    /** The current token does not fit. */
    ThetisException unexpected(String expected) {
        return unexpectedWord(expected);
    }

    /** The current token does not fit, and it is clear what to do instead. */
    ThetisException refused(String remedy) {
        return error(offset(), found() + "; " + remedy);
    }

    /** As {@link #unexpected} where an operand is missing. */
    ThetisException missingOperand() {
        Optional<String> remedy = WrongTokens.operand(this);
        return remedy.isPresent() ? refused(remedy.get()) : unexpected("an expression");
    }

    /** As {@link #unexpected}, and the token may be one of these words, mistyped, or one of another language. */
    ThetisException unexpectedWord(String expected, String... words) {
        Optional<String> remedy = WrongTokens.sign(this);
        if (remedy.isEmpty() && is(TokenKind.NAME) && words.length > 0) {
            remedy = ForeignWords.insteadOfWord(text());
        }
        if (remedy.isPresent()) {
            return refused(remedy.get());
        }
        String near = is(TokenKind.NAME) ? Suggestions.didYouMean(text(), words) : "";
        return error(offset(), hasOwnRemedy() ? found() : found() + "; expected " + expected + near);
    }

    /** Whether what {@link #found} says already includes what to write. */
    private boolean hasOwnRemedy() {
        return switch (kind()) {
            case UNFINISHED, EXCLAMATION_EQUAL, EQUAL_EQUAL, AMPERSAND -> true;
            default -> false;
        };
    }

    private String found() {
        return switch (kind()) {
            case END -> "unexpected end of the query";
            case UNFINISHED -> unfinished();
            case BAD_NUMBER -> "`" + text() + "` is not a number";
            case EXCLAMATION_EQUAL -> "`!=` is not Cypher; use `<>` for \"not equal\"";
            case EQUAL_EQUAL -> "`==` is not Cypher; use `=` for \"equal\"";
            case AMPERSAND -> "unexpected `&`; use AND between conditions";
            default -> "unexpected " + shortText();
        };
    }

    private String shortText() {
        String text = text();
        return text.length() <= 40 ? "`" + text + "`" : "`" + text.substring(0, 37) + "…`";
    }

    private String unfinished() {
        return switch (text().charAt(0)) {
            case '/' -> "a comment that is not closed; add `*/`";
            case '`', '$' -> "a name that is not closed; add a backtick";
            case '\'' -> "a string that is not closed; end it with ', and write \\' for one inside it";
            default -> "a string that is not closed; end it with \", and write \\\" for one inside it";
        };
    }
}
