package org.thetisdb.shell.prompt;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.shell.Statements;
import org.thetisdb.value.ThetisException;

/** Tells JLine whether enter ends a text or begins its next line, and which word the cursor is in. Stateless. */
final class CypherLineParser implements Parser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
            throw new EOFError(-1, cursor, "the query goes on", "");
        }
        int start = cursor;
        while (start > 0 && isWordPart(line.charAt(start - 1))) {
            start--;
        }
        if (start == 1 && line.charAt(0) == '.') {
            start = 0;
        }
        return new Word(line, cursor, line.substring(start, cursor));
    }

    private static boolean isWordPart(char unit) {
        return Character.isJavaIdentifierPart(unit) && unit != '$';
    }

    /**
     * A dot command is complete at once. A query is when it ends with a semicolon or an empty line; on a line of its
     * own also if it makes sense, or if more text would not mend what is wrong with it.
     */
    static boolean isComplete(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || PromptSession.isCommand(stripped) || Statements.isTerminated(text)) {
            return true;
        }
        if (!QueryText.isComplete(text)) {
            return false;
        }
        int newline = text.lastIndexOf('\n');
        if (newline >= 0) {
            return text.substring(newline).isBlank();
        }
        try {
            Cypher.bind(text);
            return true;
        } catch (ThetisException failure) {
            return failure.position().isPresent()
                    && failure.position().get().offset() < text.stripTrailing().length();
        }
    }

    /** The word before the cursor; what is behind it is left alone. */
    private record Word(String line, int cursor, String word) implements CompletingParsedLine {
        @Override
        public int wordCursor() {
            return word.length();
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        /** Candidates are quoted already where Cypher needs it. */
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return word.length();
        }

        @Override
        public int rawWordLength() {
            return word.length();
        }

        @Override
        public List<String> words() {
            return List.of(word);
        }
    }
}
