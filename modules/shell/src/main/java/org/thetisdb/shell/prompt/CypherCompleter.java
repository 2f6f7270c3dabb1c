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
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * What may be written at a place in a query, by what precedes it. One thread.
 *
 * <pre>
 *   (n:|    [r:|        labels, types             CALL |            procedures
 *   (n:Person {|        keys of :Person           $|                parameters
 *   n.|                 keys of what n is         $map.|            keys of its value
 *   |                   words that begin a query, or all keywords, functions and the query's own names
 * </pre>
 */
final class CypherCompleter {
    /** What is typed next follows these without a blank. */
    private static final String OPEN_ENDS = "('<";

    private final CompletionNames names;

    CypherCompleter(CompletionNames names) {
        this.names = names;
    }

    /**
     * A word that may be written at the cursor.
     *
     * @param ends whether a blank follows it
     */
    record Suggestion(String text, String group, String description, boolean ends) {
        static Suggestion word(String text, String group) {
            return new Suggestion(text, group, "", true);
        }

        /** A name, after which anything may come. */
        static Suggestion open(String text, String group) {
            return new Suggestion(text, group, "", false);
        }
    }

    /**
     * Everything that fits.
     *
     * @param before the text before the word; a command in front of it does no harm
     * @param word what is there of the word; suggestions need not begin with it
     * @param after the text after the cursor
     */
    List<Suggestion> suggest(String before, String word, String after) {
        Tokens tokens = Lexer.scan(before);
        int last = tokens.count() - 2;
        if (word.startsWith("$")) {
            return parameters();
        }
        if (last < 0 || tokens.kind(last) == TokenKind.SEMICOLON) {
            return words(NextWords.FIRST, "keywords");
        }
        List<Suggestion> certain = certain(tokens, last);
        if (!certain.isEmpty()) {
            return certain;
        }
        if (tokens.kind(last) == TokenKind.DOT) {
            return open(keysAfterDot(tokens, last, after).stream().map(CypherText::name), "properties");
        }
        if (PatternNames.endsWithLabelSign(tokens)) {
            return labelsOrTypes(tokens);
        }
        if (PatternNames.beginsInPattern(tokens, last)) {
            Set<String> own = ownNames(tokens, Lexer.scan(after));
            boolean node = tokens.kind(last) == TokenKind.LEFT_PARENTHESIS;
            return open(Stream.concat(Stream.of(":"), node ? own.stream() : Stream.of()), "in this query");
        }
        return anywhereOrKeys(tokens, last, word, after);
    }

    /** Where the words before leave little choice. */
    private List<Suggestion> certain(Tokens tokens, int last) {
        if (tokens.isWord(last, "CALL")) {
            return procedures();
        }
        if (tokens.isWord(last, "COPY")) {
            return open(Stream.concat(names.labels().stream().map(CypherText::name), Stream.of("(")), "names");
        }
        if (last > 0 && (tokens.isWord(last - 1, "DROP") || tokens.isWord(last - 1, "ALTER"))) {
            return open(named(tokens, last).stream().map(CypherText::name), "names");
        }
        List<String> columns = ProcedureText.yieldable(tokens, last, names.procedures());
        if (!columns.isEmpty()) {
            return open(columns.stream(), "columns");
        }
        List<String> next = new ArrayList<>(KnownMembers.types(tokens, last));
        next.addAll(KnownMembers.copyOptions(tokens, last));
        next.addAll(next.isEmpty() ? NextWords.after(tokens, last) : List.of());
        if (next.isEmpty() && PatternNames.isBetweenPatterns(tokens, last)) {
            next.addAll(NextWords.PATTERNS);
        }
        return words(next, "keywords");
    }

    private List<String> named(Tokens tokens, int last) {
        if (tokens.isWord(last, "EXTENSION")) {
            return names.extensions();
        }
        return tokens.isWord(last, "INDEX") ? names.indexes() : names.constraints();
    }

    private List<Suggestion> parameters() {
        return open(names.parameters().stream().map(name -> "$" + CypherText.name(name)), "parameters");
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
    private Set<String> keysAfterDot(Tokens tokens, int dot, String after) {
        if (dot > 0 && tokens.kind(dot - 1) == TokenKind.PARAMETER) {
            Optional<Object> value =
                    names.parameter(PatternNames.name(tokens.text(dot - 1).substring(1)));
            if (value.isPresent() && value.get() instanceof Map<?, ?> map) {
                Set<String> keys = new LinkedHashSet<>();
                map.keySet().forEach(key -> keys.add((String) key));
                return keys;
            }
        }
        Tokens whole = Lexer.scan(tokens.text() + " " + after);
        Set<String> keys = new LinkedHashSet<>();
        int owner = PatternNames.owner(tokens, dot);
        if (owner >= 0) {
            PatternNames.ofVariable(whole, PatternNames.name(tokens.text(owner)))
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

    private List<Suggestion> anywhereOrKeys(Tokens tokens, int last, String word, String after) {
        List<Integer> open = PatternNames.openBrackets(tokens);
        boolean key = tokens.kind(last) == TokenKind.LEFT_BRACE || tokens.kind(last) == TokenKind.COMMA;
        int brace = open.isEmpty() ? -1 : open.getLast();
        if (brace < 0 || tokens.kind(brace) != TokenKind.LEFT_BRACE) {
            return anywhere(tokens, word, after);
        }
        if (PatternNames.isSubquery(tokens, brace)) {
            return brace == last ? words(NextWords.FIRST, "keywords") : anywhere(tokens, word, after);
        }
        return key ? mapKeys(tokens, open) : anywhere(tokens, word, after);
    }

    /** The keys of a pattern's map are those of its labels; a map elsewhere may have any. */
    private List<Suggestion> mapKeys(Tokens tokens, List<Integer> open) {
        Set<String> keys = new LinkedHashSet<>();
        if (open.size() > 1) {
            keys.addAll(keysOf(PatternNames.inPattern(tokens, open.get(open.size() - 2))));
        }
        keys.addAll(KnownMembers.keys(tokens, open.getLast()));
        if (keys.isEmpty()) {
            keys.addAll(names.propertyKeys());
            keys.addAll(PatternNames.mapKeys(tokens));
        }
        return open(keys.stream().map(key -> CypherText.name(key) + ": "), "properties");
    }

    private List<Suggestion> anywhere(Tokens tokens, String word, String after) {
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
        suggestions.addAll(words(ownNames(tokens, Lexer.scan(after)), "in this query"));
        suggestions.addAll(parameters());
        return suggestions;
    }

    /** Without the word itself, which would else complete itself. */
    private static Set<String> ownNames(Tokens before, Tokens after) {
        Set<String> own = new TreeSet<>();
        for (Tokens tokens : List.of(before, after)) {
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
        texts.forEach(text -> suggestions.add(
                OPEN_ENDS.indexOf(text.charAt(text.length() - 1)) >= 0
                        ? Suggestion.open(text, group)
                        : Suggestion.word(text, group)));
        return suggestions;
    }

    private static List<Suggestion> open(Stream<String> texts, String group) {
        return texts.map(text -> Suggestion.open(text, group)).toList();
    }
}
