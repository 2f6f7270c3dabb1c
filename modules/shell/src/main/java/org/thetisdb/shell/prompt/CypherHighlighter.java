package org.thetisdb.shell.prompt;

import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/** Colours for what is being typed. Stateless. */
final class CypherHighlighter implements Highlighter {
    private static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
    private static final AttributedStyle KEYWORD = PLAIN.bold().foreground(AttributedStyle.BLUE);
    private static final AttributedStyle STRING = PLAIN.foreground(AttributedStyle.GREEN);
    private static final AttributedStyle NUMBER = PLAIN.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle PARAMETER = PLAIN.foreground(AttributedStyle.MAGENTA);
    private static final AttributedStyle LABEL = PLAIN.foreground(AttributedStyle.YELLOW);
    private static final AttributedStyle COMMENT = PLAIN.faint();
    private static final AttributedStyle WRONG = PLAIN.foreground(AttributedStyle.RED);

    @Override
    public AttributedString highlight(LineReader reader, String buffer) {
        return highlight(buffer);
    }

    static AttributedString highlight(String text) {
        if (PromptSession.isCommand(text.stripLeading())) {
            return new AttributedString(text, KEYWORD);
        }
        AttributedStringBuilder coloured = new AttributedStringBuilder();
        Tokens tokens = Lexer.scanWithComments(text);
        int at = 0;
        for (int index = 0; index < tokens.count(); index++) {
            coloured.append(text.substring(at, tokens.start(index)));
            coloured.append(tokens.text(index), style(tokens, index));
            at = tokens.end(index);
        }
        return coloured.append(text.substring(at)).toAttributedString();
    }

    private static AttributedStyle style(Tokens tokens, int index) {
        return switch (tokens.kind(index)) {
            case NAME, QUOTED_NAME -> {
                TokenKind before = index == 0 ? TokenKind.END : tokens.kind(index - 1);
                if (before == TokenKind.COLON || before == TokenKind.BAR || before == TokenKind.AMPERSAND) {
                    yield LABEL;
                }
                boolean keyword = before != TokenKind.DOT
                        && tokens.kind(index) == TokenKind.NAME
                        && QueryText.isKeyword(tokens.text(index));
                yield keyword ? KEYWORD : PLAIN;
            }
            case STRING, UNFINISHED -> STRING;
            case INTEGER, FLOAT -> NUMBER;
            case PARAMETER -> PARAMETER;
            case COMMENT -> COMMENT;
            case BAD_NUMBER, UNKNOWN -> WRONG;
            default -> PLAIN;
        };
    }
}
