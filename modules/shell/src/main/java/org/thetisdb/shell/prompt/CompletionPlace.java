package org.thetisdb.shell.prompt;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;

/**
 * The word that the cursor is in, and what kind of text it belongs to.
 *
 * <pre>
 *   MATCH (n:Per|          CYPHER: Per                 .mo|             COMMAND: .mo
 *   CALL db.la|            CYPHER: db.la               .read some/fi|   ARGUMENT: some/fi
 *   RETURN date.trun|      CYPHER: date.trun           .explain MAT|    CYPHER: MAT
 *   LOAD CSV FROM 'fi|     FILE: fi                    RETURN 'fi|      NOTHING
 * </pre>
 *
 * <p>Immutable.
 *
 * @param line all that has been typed
 * @param start where the word begins
 * @param cursor where it ends, as far as it counts; what is after is left alone
 */
record CompletionPlace(Kind kind, String line, int start, int cursor) {
    /** What is typed there. */
    enum Kind {
        CYPHER,
        COMMAND,
        ARGUMENT,
        FILE,
        NOTHING
    }

    private static final Pattern PROCEDURE = Pattern.compile("\\bCALL\\s+([\\w.]*)$", Pattern.CASE_INSENSITIVE);
    private static final Pattern DOTTED = Pattern.compile("(?<![\\w.`])(\\w+)\\.\\w*$");

    private static final Set<String> FUNCTION_NAMESPACES = namespaces();

    private static Set<String> namespaces() {
        Set<String> found = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (FunctionCatalog.Function function : FunctionCatalog.all()) {
            int dot = function.displayName().indexOf('.');
            if (dot > 0) {
                found.add(function.displayName().substring(0, dot));
            }
        }
        return found;
    }

    /** The place of a cursor in a line, or in several. */
    static CompletionPlace of(String line, int cursor) {
        String typed = line.substring(0, cursor);
        if (PromptSession.hasCommandMark(typed)) {
            return ofCommand(line, cursor);
        }
        return ofCypher(line, cursor, 0);
    }

    private static CompletionPlace ofCommand(String line, int cursor) {
        int begin = cursor - line.substring(0, cursor).stripLeading().length();
        int end = begin;
        while (end < cursor && !Character.isWhitespace(line.charAt(end))) {
            end++;
        }
        if (end == cursor) {
            return new CompletionPlace(Kind.COMMAND, line, begin, cursor);
        }
        Optional<DotCommand> command = DotCommand.of("." + line.substring(begin + 1, end));
        int equals = line.indexOf('=', end);
        boolean value = command.equals(Optional.of(DotCommand.PARAM)) && equals >= 0 && equals < cursor;
        if (value || command.isPresent() && command.get().argument() == DotCommand.Argument.QUERY) {
            return ofCypher(line, cursor, value ? equals + 1 : end);
        }
        Kind kind = command.isPresent() ? Kind.ARGUMENT : Kind.NOTHING;
        return new CompletionPlace(kind, line, argumentStart(line, end, cursor), cursor);
    }

    /** After the last blank, or the quote that is still open. */
    private static int argumentStart(String line, int from, int cursor) {
        int start = from;
        char quote = 0;
        for (int index = from; index < cursor; index++) {
            char unit = line.charAt(index);
            boolean opens = (unit == '\'' || unit == '"') && start == index;
            if (quote != 0) {
                quote = unit == quote ? 0 : quote;
            } else if (opens || Character.isWhitespace(unit)) {
                quote = opens ? unit : 0;
                start = index + 1;
            }
        }
        return start;
    }

    private static CompletionPlace ofCypher(String line, int cursor, int from) {
        int start = wordStart(line, cursor, from);
        Tokens tokens = Lexer.scanWithComments(line.substring(from, start));
        int last = tokens.count() - 2;
        if (last < 0) {
            return new CompletionPlace(Kind.CYPHER, line, start, cursor);
        }
        boolean inComment = tokens.kind(last) == TokenKind.COMMENT
                && tokens.text(last).startsWith("//")
                && line.indexOf('\n', from + tokens.start(last)) < 0;
        if (inComment) {
            return new CompletionPlace(Kind.NOTHING, line, start, cursor);
        }
        if (tokens.kind(last) != TokenKind.UNFINISHED) {
            return new CompletionPlace(Kind.CYPHER, line, start, cursor);
        }
        boolean file = last > 0 && (tokens.isWord(last - 1, "FROM") || tokens.isWord(last - 1, "TO"));
        return new CompletionPlace(
                file ? Kind.FILE : Kind.NOTHING, line, file ? from + tokens.start(last) + 1 : start, cursor);
    }

    private static int wordStart(String line, int cursor, int from) {
        String typed = line.substring(from, cursor);
        Matcher procedure = PROCEDURE.matcher(typed);
        if (procedure.find()) {
            return from + procedure.start(1);
        }
        Matcher dotted = DOTTED.matcher(typed);
        if (dotted.find() && FUNCTION_NAMESPACES.contains(dotted.group(1))) {
            return from + dotted.start();
        }
        int start = cursor;
        while (start > from && isWordPart(line.charAt(start - 1))) {
            start--;
        }
        boolean marked = start > from && (line.charAt(start - 1) == '$' || line.charAt(start - 1) == '`');
        return marked ? start - 1 : start;
    }

    private static boolean isWordPart(char unit) {
        return Character.isJavaIdentifierPart(unit) && unit != '$';
    }

    /** Whether a quote precedes the word, to be closed by whoever opened it. */
    boolean isQuoted() {
        return start > 0 && (line.charAt(start - 1) == '\'' || line.charAt(start - 1) == '"');
    }

    String word() {
        return line.substring(start, cursor);
    }

    /** All of the line before the word. */
    String before() {
        return line.substring(0, start);
    }
}
