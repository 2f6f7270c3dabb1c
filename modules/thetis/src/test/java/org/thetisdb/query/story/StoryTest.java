package org.thetisdb.query.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * The stories of {@code stories/*.txt}, each run in every {@link StoryManner}. A paragraph is one statement or several,
 * with semicolons between, and the result of the last of them; {@code begin}, {@code commit}, {@code rollback},
 * {@code checkpoint} and {@code reopen} are statements too. What no interpreter can confirm is read twice by whoever
 * writes it: {@code -Dthetis.update=true} writes what came.
 */
class StoryTest {
    private static final String FOLDER = "modules/thetis/src/test/resources/org/thetisdb/query/stories";

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> stories() {
        return TextCases.readFolder(FOLDER).stream()
                .map(file -> TextCases.updates() ? updated(file) : file)
                .flatMap(file -> Stream.of(StoryManner.values())
                        .map(manner -> DynamicTest.dynamicTest(
                                file.file().getFileName() + " " + manner, () -> check(file, manner))));
    }

    private TextCases updated(TextCases file) {
        file.write(told(file, StoryManner.USUAL));
        return TextCases.read(file.file());
    }

    private void check(TextCases file, StoryManner manner) {
        List<String> failures = new ArrayList<>();
        List<List<String>> told = told(file, manner);
        for (int index = 0; index < told.size(); index++) {
            TextCase each = file.cases().get(index);
            if (!told.get(index).equals(each.expected())) {
                failures.add(String.join(
                        "\n",
                        "",
                        file.file().getFileName() + ":" + each.line(),
                        each.input(),
                        "expected: " + String.join("\n          ", each.expected()),
                        "found:    " + String.join("\n          ", told.get(index))));
            }
        }
        assertThat(failures).as("%s, %s", file.file().getFileName(), manner).isEmpty();
    }

    private List<List<String>> told(TextCases file, StoryManner manner) {
        Path directory = folder.resolve(file.file().getFileName() + "-" + manner + "-" + System.nanoTime());
        try (StoryTeller teller = new StoryTeller(directory, manner)) {
            return file.cases().stream().map(each -> teller.tell(each.input())).toList();
        }
    }
}
