package org.thetisdb.shell.prompt;

import java.util.Optional;
import org.thetisdb.Session;
import org.thetisdb.Transaction;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The transaction between {@code .begin} and {@code .commit}. One thread. */
final class PromptTransaction {
    private Optional<Transaction> open = Optional.empty();

    /** In which statements run; empty if each is one of its own. */
    Optional<Transaction> open() {
        return open;
    }

    /** Where a failed statement leaves it, its end is all that remains. */
    boolean hasFailed() {
        return open.isPresent() && !open.get().isOpen();
    }

    void begin(Session session, Output screen) {
        requireNone();
        open = Optional.of(session.beginTransaction());
        screen.println("transaction begun at revision " + open.get().revision());
    }

    void commit(String message, Output screen) {
        Transaction ending = ending();
        long revision = message.isEmpty() ? ending.commit() : ending.commit(message);
        screen.println(
                revision == ending.revision()
                        ? "nothing to commit, revision " + revision
                        : "committed, revision " + revision);
    }

    void rollback(Output screen) {
        ending().rollback();
        screen.println("rolled back");
    }

    /** At the end of the input. True if there was one to roll back. */
    boolean abandon() {
        if (open.isEmpty()) {
            return false;
        }
        ending().rollback();
        return true;
    }

    /** An error if one is open. */
    void requireNone() {
        if (open.isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE, "a transaction is open; end it with .commit or .rollback before the next");
        }
    }

    /** The open transaction, which is none of this prompt's any more. */
    private Transaction ending() {
        Transaction ending = open.orElseThrow(
                () -> new ThetisException(ErrorCode.USAGE, "no transaction is open; .begin begins one"));
        open = Optional.empty();
        return ending;
    }
}
