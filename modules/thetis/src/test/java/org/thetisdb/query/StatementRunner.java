package org.thetisdb.query;

import java.util.List;
import java.util.Optional;
import org.thetisdb.value.ThetisException;

/** Asks databases for the answers of statements. One thread. */
final class StatementRunner {
    private final TestDatabases databases;

    StatementRunner(TestDatabases databases) {
        this.databases = databases;
    }

    /** The answer under a configuration; empty if that cannot run such statements. */
    Optional<List<String>> run(StatementCase each, TestConfiguration configuration) {
        boolean writes = each.writes();
        boolean commits = configuration.commits();
        if (each.skips().containsKey(configuration.name())
                || writes && configuration.readsOnly()
                || writes && !commits && each.expectsError()) {
            return Optional.empty();
        }
        try {
            return Optional.of(writes ? write(each, configuration, commits) : read(each, configuration));
        } catch (ThetisException error) {
            return Optional.of(StatementAnswer.of(error));
        } catch (RuntimeException | AssertionError defect) {
            return Optional.of(StatementAnswer.ofDefect(defect));
        }
    }

    private List<String> read(StatementCase each, TestConfiguration configuration) {
        TestDatabase database = databases.of(each.graph(), configuration);
        return StatementAnswer.of(each, database.shapes(database.run(each.last(), each.parameters())));
    }

    private List<String> write(StatementCase each, TestConfiguration configuration, boolean commits) {
        if (!commits) {
            return answer(
                    each, databases.of(each.graph(), configuration).write(each.statements(), each.parameters(), false));
        }
        try (TestDatabase database = databases.fresh(each.graph(), configuration)) {
            if (each.lastWrites()) {
                return answer(each, database.write(each.statements(), each.parameters(), true));
            }
            List<String> before = each.statements().subList(0, each.statements().size() - 1);
            database.write(before, each.parameters(), true);
            return StatementAnswer.of(each, database.shapes(database.run(each.last(), each.parameters())));
        }
    }

    private static List<String> answer(StatementCase each, TestDatabase.Written written) {
        return each.lastWrites()
                ? StatementAnswer.of(each, written.table(), written.sideEffects())
                : StatementAnswer.of(each, written.table());
    }
}
