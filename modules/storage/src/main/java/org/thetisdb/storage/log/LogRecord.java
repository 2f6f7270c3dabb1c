package org.thetisdb.storage.log;

import java.util.List;
import java.util.Optional;

/** What a {@link LogCursor} finds. */
public sealed interface LogRecord {
    /** What a name or a set of labels stands for in the catalog. */
    enum TokenKind {
        LABEL,
        TYPE,
        PROPERTY_KEY,
        LABEL_SET
    }

    /**
     * One commit.
     *
     * @param timeMillis when it was made, since 1970-01-01T00:00Z
     * @param message what its author said of it
     * @param operations to be read while the segment is there, at least
     */
    record Commit(long revision, long timeMillis, Optional<String> message, Operations operations)
            implements LogRecord {}

    /**
     * A new entry of the catalog. It may be found again by a replay whose root knows it already, then with the same id.
     *
     * @param name empty for a label set
     * @param labelIds empty but for a label set, and for the set of none
     */
    record Token(TokenKind kind, int id, String name, List<Integer> labelIds) implements LogRecord {
        public Token {
            labelIds = List.copyOf(labelIds);
        }

        public static Token named(TokenKind kind, int id, String name) {
            return new Token(kind, id, name, List.of());
        }

        public static Token labelSet(int id, List<Integer> labelIds) {
            return new Token(TokenKind.LABEL_SET, id, "", labelIds);
        }
    }
}
