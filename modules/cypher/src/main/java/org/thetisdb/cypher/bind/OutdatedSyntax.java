package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * Finds syntax that openCypher or Neo4j have removed and that is still accepted, as far as tokens show it, and says
 * what to write instead. Of a statement that parses, so a word in front of a parenthesis is a call. Belongs to one
 * thread.
 */
final class OutdatedSyntax {
    private static final Pattern LEADING_ZERO = Pattern.compile("0[0-9]+");

    /** Longer ones are described in general. */
    private static final int QUOTED_CHARACTERS_MAX = 40;

    private final Tokens tokens;
    private final List<Remark> found = new ArrayList<>();

    private OutdatedSyntax(Tokens tokens) {
        this.tokens = tokens;
    }

    static List<Remark> in(Tokens tokens) {
        OutdatedSyntax syntax = new OutdatedSyntax(tokens);
        for (int index = 0; index < tokens.count(); index++) {
            switch (tokens.kind(index)) {
                case NAME -> syntax.word(index);
                case INTEGER -> syntax.number(index);
                case BAR -> syntax.bar(index);
                default -> {}
            }
        }
        return syntax.found;
    }

    private void add(int index, String what, String instead) {
        found.add(new Remark.Deprecated(tokens.start(index), what, instead));
    }

    private void word(int index) {
        if (tokens.kind(index + 1) == TokenKind.LEFT_PARENTHESIS) {
            boolean qualified = index > 0 && tokens.kind(index - 1) == TokenKind.DOT;
            if (!qualified) {
                call(index);
            }
        } else if (tokens.isWord(index, "CREATE")) {
            schema(index);
        }
    }

    private void call(int index) {
        if (tokens.isWord(index, "exists")) {
            if (tokens.kind(index + 2) == TokenKind.LEFT_PARENTHESIS) {
                add(index, "exists() of a pattern", "EXISTS { " + argument(index, "…") + " }");
            } else {
                add(index, "exists() of a property", argument(index, "x.key") + " IS NOT NULL");
            }
        } else if (tokens.isWord(index, "id")) {
            add(index, "id()", "elementId(" + argument(index, "x") + "), which is a text");
        } else if (tokens.isWord(index, "distance")) {
            add(index, "distance()", "point.distance(…)");
        } else if ((tokens.isWord(index, "extract") || tokens.isWord(index, "filter"))
                && tokens.isWord(index + 3, "IN")) {
            add(index, tokens.text(index) + "()", "[" + argument(index, "x IN list WHERE … | …") + "]");
        }
    }

    /** What is in the parentheses of a call. */
    private String argument(int call, String otherwise) {
        int depth = 0;
        int index = call + 1;
        do {
            depth += tokens.kind(index) == TokenKind.LEFT_PARENTHESIS ? 1 : 0;
            depth -= tokens.kind(index) == TokenKind.RIGHT_PARENTHESIS ? 1 : 0;
            index++;
        } while (depth > 0 && index < tokens.count());
        String text = tokens.text()
                .substring(tokens.end(call + 1), Math.max(tokens.end(call + 1), tokens.start(index - 1)))
                .strip();
        return text.length() > QUOTED_CHARACTERS_MAX || text.contains("\n") ? otherwise : text;
    }

    private void number(int index) {
        String digits = tokens.text(index);
        if (LEADING_ZERO.matcher(digits).matches()) {
            String plain = digits.replaceFirst("^0+(?=.)", "");
            add(
                    index,
                    "a number that begins with 0, which is taken for " + plain + ",",
                    plain + ", or in octal 0o" + plain);
        }
    }

    private void bar(int index) {
        if (tokens.kind(index + 1) == TokenKind.COLON) {
            add(index + 1, "a colon after `|`", "[:A|B]");
        }
    }

    private void schema(int index) {
        if (tokens.isWord(index + 1, "INDEX") && tokens.isWord(index + 2, "ON")) {
            String label = tokens.text(index + 4);
            add(
                    index + 2,
                    "CREATE INDEX ON",
                    "CREATE INDEX FOR (n:" + label + ") ON (n." + tokens.text(index + 6) + ")");
        } else if (tokens.isWord(index + 1, "CONSTRAINT")) {
            for (int each = index + 2; each < tokens.count(); each++) {
                if (tokens.isWord(each, "ASSERT")) {
                    add(each, "CREATE CONSTRAINT ON … ASSERT", "CREATE CONSTRAINT FOR … REQUIRE …");
                }
            }
        }
    }
}
