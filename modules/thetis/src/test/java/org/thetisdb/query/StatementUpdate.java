package org.thetisdb.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes answers into files of statements: those that the engine and the reference interpreter agree on. */
final class StatementUpdate {
    private final StatementRunner runner;
    private final ReferenceRunner reference;
    private final List<String> disagreements = new ArrayList<>();

    StatementUpdate(StatementRunner runner, ReferenceRunner reference) {
        this.runner = runner;
        this.reference = reference;
    }

    /** What was not written, because there were two answers. */
    List<String> disagreements() {
        return List.copyOf(disagreements);
    }

    void write(StatementFile file) {
        List<List<String>> outputs = new ArrayList<>();
        file.cases().forEach(each -> outputs.add(each.map(this::answer).orElse(List.of())));
        file.text().write(outputs);
    }

    private List<String> answer(StatementCase each) {
        List<String> expected = each.text().expected();
        List<String> found = runner.run(each, TestConfiguration.DEFAULT).orElse(expected);
        if (StatementAnswer.isSame(each, expected, found)) {
            return expected;
        }
        Optional<List<String>> other = reference.run(each);
        boolean agreed = other.map(lines ->
                        StatementAnswer.isSame(each, found, lines) || StatementAnswer.isSameError(found, lines))
                .orElse(each.unmodelled().isPresent());
        if (agreed) {
            return found;
        }
        disagreements.add(StatementTest.failure(each, found) + "\nreference: "
                + other.map(lines -> String.join("\n           ", lines))
                        .orElse("cannot run it: say `unmodelled: reason`"));
        return expected;
    }
}
