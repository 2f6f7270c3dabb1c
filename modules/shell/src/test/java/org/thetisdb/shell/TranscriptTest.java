package org.thetisdb.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.cases.TextCases;
import org.thetisdb.value.cases.TextCases.TextCase;

/**
 * What users type, right and wrong, with all that appears on their screen. With {@code -Dthetis.update=true}, the
 * files are written anew: read what has changed in them.
 */
final class TranscriptTest {
    private static final String TRANSCRIPTS = "modules/shell/src/test/resources/org/thetisdb/shell/transcripts/";

    private static final Pattern REPEATED = Pattern.compile("\\b([A-Za-z]+) \\1\\b");
    private static final Path FOLDER = Path.of("target", "t");
    private static final Path MODEL = FOLDER.resolve("model");
    private static final Path CASE = FOLDER.resolve("case");

    @BeforeAll
    static void makeFolder() throws IOException {
        if (Files.exists(FOLDER)) {
            TranscriptFolder.delete(FOLDER);
        }
        TranscriptFolder.make(
                Files.createDirectories(MODEL), TextCases.project().resolve(TRANSCRIPTS + "files"));
    }

    @TestFactory
    Stream<DynamicContainer> wrongInputs() {
        return files("wrong", true);
    }

    @TestFactory
    Stream<DynamicContainer> rightInputs() {
        return files("right", false);
    }

    private static Stream<DynamicContainer> files(String folder, boolean wrong) {
        return TextCases.readFolder(TRANSCRIPTS + folder).stream()
                .map(file -> DynamicContainer.dynamicContainer(
                        folder + "/" + file.file().getFileName(), tests(file, wrong)));
    }

    private static List<DynamicTest> tests(TextCases file, boolean wrong) {
        if (TextCases.updates()) {
            return List.of(DynamicTest.dynamicTest("written anew", () -> write(file, wrong)));
        }
        return file.cases().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.line() + " " + each.input(),
                        () -> assertThat(run(each, wrong)).as(each.input()).isEqualTo(each.expected())))
                .toList();
    }

    private static void write(TextCases file, boolean wrong) throws IOException {
        List<List<String>> outputs = new ArrayList<>();
        for (TextCase each : file.cases()) {
            outputs.add(run(each, wrong));
        }
        file.write(outputs);
    }

    private static List<String> run(TextCase each, boolean wrong) throws IOException {
        TranscriptFolder.copyFor(each.input(), MODEL, CASE);
        TranscriptRun run = new TranscriptRun(CASE);
        List<String> output = run.run(each.input());
        TranscriptFolder.delete(CASE);
        if (!TextCases.updates()) {
            assertThat(run.exitCode()).as(each.input() + output).isEqualTo(wrong ? 1 : 0);
        }
        return output;
    }

    /** A stranger who reads one of them should meet neither our inside nor the machine's. */
    @Test
    void wrongInputs_areManyAndToldInPlainWords() {
        List<TextCase> cases = TextCases.readFolder(TRANSCRIPTS + "wrong").stream()
                .flatMap(file -> file.cases().stream())
                .toList();
        assertThat(cases).hasSizeGreaterThan(600);
        assertThat(cases).extracting(TextCase::input).doesNotHaveDuplicates();
        for (TextCase each : cases) {
            String shown = String.join("\n", each.expected());
            assertThat(shown)
                    .as(each.input())
                    .containsPattern("THETIS-[1-8][0-9]{3}")
                    .doesNotContain("\tat ", "java.", "Exception", "chunk", "pipeline", "Reference[", "?;", ".;", "\0");
            assertThat(each.expected())
                    .as(each.input())
                    .filteredOn(line -> line.startsWith("THETIS-"))
                    .noneMatch(message -> REPEATED.matcher(message).find());
        }
    }

    /** Codes of what a user of the command line can do wrong, but for what needs a second process or a program. */
    @Test
    void wrongInputs_showTheUsersErrors() {
        String all = TextCases.readFolder(TRANSCRIPTS + "wrong").stream()
                .flatMap(file -> file.cases().stream())
                .flatMap(each -> each.expected().stream())
                .collect(Collectors.joining("\n"));
        Set<ErrorCode> elsewhere = EnumSet.of(
                ErrorCode.INVALID_PARAMETER,
                ErrorCode.IMPORT_INTERRUPTED,
                ErrorCode.FORMAT_TOO_OLD,
                ErrorCode.BACKUP_DIFFERS,
                ErrorCode.CLOSED,
                ErrorCode.NO_SUCH_COLUMN,
                ErrorCode.UNEXPECTED_RESULT,
                ErrorCode.READ_ONLY_TRANSACTION,
                ErrorCode.PARTLY_COMMITTED,
                ErrorCode.EXTENSION_FAILED,
                ErrorCode.EXTENSION_STOPPED,
                ErrorCode.TRIGGER_REFUSED,
                ErrorCode.TRIGGER_MISSING);
        for (ErrorCode code : ErrorCode.values()) {
            if (code.category() == ErrorCode.Category.USER && !elsewhere.contains(code)) {
                assertThat(all).contains(code.code() + ":");
            }
        }
    }
}
