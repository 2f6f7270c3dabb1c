package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.thetisdb.CypherText;
import org.thetisdb.Schema;
import org.thetisdb.cypher.FunctionCatalog;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.shell.RowFormat;

/**
 * Completes by what stands before the word: labels and types behind {@code :}, property keys behind {@code .} and in
 * maps, commands and their words behind a leading dot; keywords, functions and the query's own names elsewhere.
 */
final class CypherCompleter implements Completer {
    private final Schema schema;

    CypherCompleter(Schema schema) {
        this.schema = schema;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String before = line.line().substring(0, line.cursor() - line.word().length());
        for (Suggestion suggestion : suggest(before, line.line())) {
            candidates.add(new Candidate(
                    suggestion.text(),
                    suggestion.text(),
                    suggestion.group(),
                    suggestion.description().isEmpty() ? null : suggestion.description(),
                    null,
                    null,
                    suggestion.ends()));
        }
    }

    /**
     * A word that may stand at the cursor.
     *
     * @param ends whether a blank follows it
     */
    record Suggestion(String text, String group, String description, boolean ends) {}

    /** Everything that fits behind {@code before}; JLine picks what begins with the word. */
    List<Suggestion> suggest(String before, String whole) {
        List<Suggestion> suggestions = new ArrayList<>();
        if (before.isEmpty() && whole.startsWith(".")) {
            add(suggestions, DotCommand.texts(), "commands");
            return suggestions;
        }
        if (before.strip().equals(".mode")) {
            add(suggestions, RowFormat.NAMES, "formats");
            return suggestions;
        }
        Tokens tokens = Lexer.scan(before);
        int last = tokens.count() - 2;
        TokenKind kind = last < 0 ? TokenKind.END : tokens.kind(last);
        switch (kind) {
            case COLON, BAR, AMPERSAND, EXCLAMATION -> {
                boolean relationship = insideBrackets(tokens);
                add(suggestions, names(relationship ? schema.types() : schema.labels()), "names");
            }
            case DOT -> add(suggestions, names(schema.propertyKeys()), "properties");
            case LEFT_BRACE -> {
                add(suggestions, names(schema.propertyKeys()), "properties");
                anywhere(suggestions, whole);
            }
            default -> anywhere(suggestions, whole);
        }
        return suggestions;
    }

    private static boolean insideBrackets(Tokens tokens) {
        int depth = 0;
        for (int index = tokens.count() - 1; index >= 0; index--) {
            switch (tokens.kind(index)) {
                case RIGHT_BRACKET -> depth++;
                case LEFT_BRACKET -> {
                    if (depth-- == 0) {
                        return true;
                    }
                }
                case LEFT_PARENTHESIS -> {
                    if (depth == 0) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    private static void anywhere(List<Suggestion> suggestions, String whole) {
        add(suggestions, QueryText.keywords(), "keywords");
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            suggestions.add(new Suggestion(function.displayName() + "(", "functions", function.description(), false));
        }
        Set<String> own = new TreeSet<>();
        Tokens tokens = Lexer.scan(whole);
        for (int index = 0; index < tokens.count(); index++) {
            if (tokens.kind(index) == TokenKind.NAME && !QueryText.isKeyword(tokens.text(index))) {
                own.add(tokens.text(index));
            }
        }
        add(suggestions, own, "in this query");
    }

    private static List<String> names(List<String> names) {
        return names.stream().map(CypherText::name).toList();
    }

    private static void add(List<Suggestion> suggestions, Iterable<String> texts, String group) {
        for (String text : texts) {
            suggestions.add(new Suggestion(text, group, "", !group.equals("names") && !group.equals("properties")));
        }
    }
}
