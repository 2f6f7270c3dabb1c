package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.thetisdb.CypherText;
import org.thetisdb.cypher.FunctionCatalog;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * What may stand at a place in a query, by what stands before it. One thread.
 *
 * <pre>
 *   (n:|    [r:|        labels, types             CALL |            procedures
 *   (n:Person {|        keys of :Person           $|                parameters
 *   n.|                 keys of what n is         $map.|            keys of its value
 *   |                   words that begin a query, or all keywords, functions and the query's own names
 * </pre>
 */
final class CypherCompleter {
    private static final List<String> FIRST_WORDS = List.of(
            "CALL",
            "COPY",
            "CREATE",
            "DETACH",
            "DROP",
            "EXPLAIN",
            "FOREACH",
            "LOAD",
            "MATCH",
            "MERGE",
            "OPTIONAL",
            "PROFILE",
            "RETURN",
            "SHOW",
            "UNWIND",
            "USE",
            "WITH");

    /** What alone can follow a word. */
    private static final Map<String, List<String>> NEXT_WORDS = Map.of(
            "ORDER", List.of("BY"),
            "OPTIONAL", List.of("MATCH", "CALL"),
            "DETACH", List.of("DELETE"),
            "STARTS", List.of("WITH"),
            "ENDS", List.of("WITH"),
            "IS", List.of("NULL", "NOT NULL"),
            "LOAD", List.of("CSV"),
            "DROP", List.of("INDEX", "CONSTRAINT"),
            "SHOW", List.of("INDEXES", "CONSTRAINTS", "PROCEDURES", "FUNCTIONS"));

    private final CompletionNames names;

    CypherCompleter(CompletionNames names) {
        this.names = names;
    }

    /**
     * A word that may stand at the cursor.
     *
     * @param ends whether a blank follows it
     */
    record Suggestion(String text, String group, String description, boolean ends) {
        static Suggestion word(String text, String group) {
            return new Suggestion(text, group, "", true);
        }

        /** A name, behind which anything may come. */
        static Suggestion open(String text, String group) {
            return new Suggestion(text, group, "", false);
        }
    }

    /**
     * Everything that fits.
     *
     * @param before the text before the word; a command in front of it does no harm
     * @param word what is there of the word; suggestions need not begin with it
     * @param behind the text behind the cursor
     */
    List<Suggestion> suggest(String before, String word, String behind) {
        Tokens tokens = Lexer.scan(before);
        int last = tokens.count() - 2;
        if (word.startsWith("$")) {
            return open(names.parameters().stream().map(name -> "$" + CypherText.name(name)), "parameters");
        }
        if (last < 0 || tokens.kind(last) == TokenKind.SEMICOLON) {
            return words(FIRST_WORDS, "keywords");
        }
        if (tokens.isWord(last, "CALL")) {
            return procedures();
        }
        if (tokens.isWord(last, "COPY")) {
            return open(names.labels().stream().map(CypherText::name), "names");
        }
        List<String> next = nextWords(tokens, last);
        if (!next.isEmpty()) {
            return words(next, "keywords");
        }
        if (tokens.kind(last) == TokenKind.DOT) {
            return open(keysBehindDot(tokens, last, behind).stream().map(CypherText::name), "properties");
        }
        if (PatternNames.endsWithLabelSign(tokens)) {
            return labelsOrTypes(tokens);
        }
        return anywhereOrKeys(tokens, last, word, behind);
    }

    private static List<String> nextWords(Tokens tokens, int last) {
        return NEXT_WORDS.entrySet().stream()
                .filter(entry -> tokens.isWord(last, entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    private List<Suggestion> procedures() {
        List<Suggestion> suggestions = new ArrayList<>();
        for (CompletionNames.Procedure procedure : names.procedures()) {
            suggestions.add(new Suggestion(procedure.name() + "(", "procedures", procedure.description(), false));
        }
        return suggestions;
    }

    private List<Suggestion> labelsOrTypes(Tokens tokens) {
        List<Integer> open = PatternNames.openBrackets(tokens);
        boolean bracket = !open.isEmpty() && tokens.kind(open.getLast()) == TokenKind.LEFT_BRACKET;
        return open((bracket ? names.types() : names.labels()).stream().map(CypherText::name), "names");
    }

    /** Keys of a variable's labels or of a parameter's map; of anything if neither is known. */
    private Set<String> keysBehindDot(Tokens tokens, int dot, String behind) {
        if (dot > 0 && tokens.kind(dot - 1) == TokenKind.PARAMETER) {
            Optional<Object> value =
                    names.parameter(PatternNames.name(tokens.text(dot - 1).substring(1)));
            if (value.isPresent() && value.get() instanceof Map<?, ?> map) {
                Set<String> keys = new LinkedHashSet<>();
                map.keySet().forEach(key -> keys.add((String) key));
                return keys;
            }
        }
        Tokens whole = Lexer.scan(tokens.text() + " " + behind);
        Set<String> keys = new LinkedHashSet<>();
        if (dot > 0 && PatternNames.isName(tokens, dot - 1)) {
            PatternNames.ofVariable(whole, PatternNames.name(tokens.text(dot - 1)))
                    .ifPresent(found -> keys.addAll(keysOf(found)));
        }
        if (keys.isEmpty()) {
            keys.addAll(names.propertyKeys());
            keys.addAll(PatternNames.mapKeys(whole));
        }
        return keys;
    }

    private Set<String> keysOf(PatternNames.Names owners) {
        Set<String> keys = new LinkedHashSet<>();
        for (String owner : owners.names()) {
            keys.addAll(owners.relationship() ? names.keysOfType(owner) : names.keysOfLabel(owner));
        }
        return keys;
    }

    private List<Suggestion> anywhereOrKeys(Tokens tokens, int last, String word, String behind) {
        List<Integer> open = PatternNames.openBrackets(tokens);
        boolean key = tokens.kind(last) == TokenKind.LEFT_BRACE || tokens.kind(last) == TokenKind.COMMA;
        int brace = open.isEmpty() ? -1 : open.getLast();
        if (brace < 0 || tokens.kind(brace) != TokenKind.LEFT_BRACE) {
            return anywhere(tokens, word, behind);
        }
        if (PatternNames.isSubquery(tokens, brace)) {
            return brace == last ? words(FIRST_WORDS, "keywords") : anywhere(tokens, word, behind);
        }
        return key ? mapKeys(tokens, open) : anywhere(tokens, word, behind);
    }

    /** The keys of a pattern's map are those of its labels; a map elsewhere may have any. */
    private List<Suggestion> mapKeys(Tokens tokens, List<Integer> open) {
        Set<String> keys = new LinkedHashSet<>();
        if (open.size() > 1) {
            keys.addAll(keysOf(PatternNames.inPattern(tokens, open.get(open.size() - 2))));
        }
        if (keys.isEmpty()) {
            keys.addAll(names.propertyKeys());
            keys.addAll(PatternNames.mapKeys(tokens));
        }
        return open(keys.stream().map(key -> CypherText.name(key) + ": "), "properties");
    }

    private static List<Suggestion> anywhere(Tokens tokens, String word, String behind) {
        List<Suggestion> suggestions = new ArrayList<>(words(QueryText.keywords(), "keywords"));
        Set<String> described = new TreeSet<>();
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            described.add(function.displayName());
            boolean member = function.displayName().contains(".");
            if (!member || word.contains(".")) {
                suggestions.add(
                        new Suggestion(function.displayName() + "(", "functions", function.description(), false));
            }
        }
        for (String aggregate : FunctionCatalog.displayNames()) {
            if (!described.contains(aggregate)) {
                suggestions.add(Suggestion.open(aggregate + "(", "functions"));
            }
        }
        suggestions.addAll(words(ownNames(tokens, Lexer.scan(behind)), "in this query"));
        return suggestions;
    }

    /** Without the word itself, which would else complete itself. */
    private static Set<String> ownNames(Tokens before, Tokens behind) {
        Set<String> own = new TreeSet<>();
        for (Tokens tokens : List.of(before, behind)) {
            for (int index = 0; index < tokens.count(); index++) {
                if (tokens.kind(index) == TokenKind.NAME && !QueryText.isKeyword(tokens.text(index))) {
                    own.add(tokens.text(index));
                }
            }
        }
        return own;
    }

    private static List<Suggestion> words(Iterable<String> texts, String group) {
        List<Suggestion> suggestions = new ArrayList<>();
        texts.forEach(text -> suggestions.add(Suggestion.word(text, group)));
        return suggestions;
    }

    private static List<Suggestion> open(Stream<String> texts, String group) {
        return texts.map(text -> Suggestion.open(text, group)).toList();
    }
}
