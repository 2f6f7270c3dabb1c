package org.thetisdb.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class ImportArgumentsTest {
    @Test
    void mappingForm_isRead() {
        ImportArguments arguments = ImportArguments.parse(
                "db",
                "--mapping",
                "m.json",
                "--data=d",
                "--memory",
                "512MiB",
                "--threads=3",
                "--bad-tolerance",
                "7",
                "--report",
                "r.csv",
                "--overwrite");
        assertThat(arguments.database()).isEqualTo(Path.of("db"));
        assertThat(arguments.source()).isEqualTo(new ImportArguments.Source.Mapping(Path.of("m.json"), Path.of("d")));
        assertThat(arguments.options().memoryBytes()).isEqualTo(512L << 20);
        assertThat(arguments.options().threadCount()).isEqualTo(3);
        assertThat(arguments.options().badTolerance()).isEqualTo(7);
        assertThat(arguments.options().reportFile()).isEqualTo(Optional.of(Path.of("r.csv")));
        assertThat(arguments.options().overwrite()).isTrue();
    }

    @Test
    void headerForm_isRead() {
        ImportArguments arguments = ImportArguments.parse(
                "--nodes",
                "A:B=h.csv,a.csv",
                "--nodes=c.csv",
                "--relationships",
                "R=r.csv",
                "db",
                "--delimiter",
                "TAB",
                "--array-delimiter",
                "|",
                "--quote",
                "'",
                "--id-type",
                "integer",
                "--unique-index",
                "A.id");
        ImportPlan.HeaderFormat format =
                new ImportPlan.HeaderFormat('\t', '|', '\'', true, List.of(new ImportPlan.Index("A", "id", true)));
        assertThat(arguments.source())
                .isEqualTo(new ImportArguments.Source.Headers(
                        format, List.of("A:B=h.csv,a.csv", "c.csv"), List.of("R=r.csv")));
        assertThat(arguments.options().memoryBytes()).isEqualTo(1L << 30);
        assertThat(format.inferTypes()).isTrue();
        assertThat(ImportArguments.parse("db", "--nodes", "a.csv", "--no-infer").source())
                .isInstanceOfSatisfying(
                        ImportArguments.Source.Headers.class,
                        headers -> assertThat(headers.format().inferTypes()).isFalse());
    }

    @Test
    void wrongArguments_areNamed() {
        assertWrong("no database", "--mapping", "m", "--data", "d");
        assertWrong("did you mean --mapping?", "db", "--maping", "m");
        assertWrong("--data", "db", "--mapping", "m");
        assertWrong("either --mapping", "db");
        assertWrong("either --mapping", "db", "--mapping", "m", "--data", "d", "--nodes", "a.csv");
        assertWrong("value missing", "db", "--mapping");
        assertWrong("is a number", "db", "--nodes", "a.csv", "--threads", "two");
        assertWrong("at least 1", "db", "--nodes", "a.csv", "--threads", "0");
        assertWrong("too little memory", "db", "--nodes", "a.csv", "--memory", "1MiB");
        assertWrong("string or integer", "db", "--nodes", "a.csv", "--id-type", "int");
        assertWrong("LABEL.PROPERTY", "db", "--nodes", "a.csv", "--index", "A");
        assertWrong("must differ", "db", "--nodes", "a.csv", "--delimiter", "\"");
        assertWrong("--delimiter is for --nodes", "db", "--mapping", "m", "--data", "d", "--delimiter", ";");
        assertWrong("--index is for --nodes", "db", "--data", "d", "--index", "A.x");
        assertWrong("one database only", "db", "db2", "--nodes", "a.csv");
        assertWrong("2 times", "db", "--nodes", "a.csv", "--threads", "1", "--threads", "2");
    }

    private static void assertWrong(String message, String... arguments) {
        assertThatThrownBy(() -> ImportArguments.parse(arguments))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessageContaining(message);
    }
}
