package org.thetisdb.shell.prompt;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.shell.statement.Statements;
import org.thetisdb.value.ThetisException;

/** Tells JLine whether enter ends a text or begins its next line, and which word the cursor is in. Stateless. */
final class CypherLineParser implements Parser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
            throw new EOFError(-1, cursor, "the query goes on", "");
        }
        return new Word(CompletionPlace.of(line, cursor));
    }

    /**
     * A dot command is complete at once. A query is when it ends with a semicolon or an empty line; on a line of its
     * own also if it makes sense, or if more text would not fix it.
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

    /** The word before the cursor; what is after it is left alone. */
    record Word(CompletionPlace place) implements CompletingParsedLine {
        @Override
        public String word() {
            return place.word();
        }

        @Override
        public String line() {
            return place.line();
        }

        @Override
        public int cursor() {
            return place.cursor();
        }

        @Override
        public int wordCursor() {
            return place.word().length();
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
            return wordCursor();
        }

        @Override
        public int rawWordLength() {
            return wordCursor();
        }

        @Override
        public List<String> words() {
            return List.of(place.word());
        }
    }
}
