package org.thetisdb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.engine.DataFiles;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class LocalFilesTest {
    @TempDir
    Path folder;

    private final LocalFiles files = new LocalFiles(new LocalFileSystem(), Optional.empty());

    private List<List<String>> read(String place, char terminator) {
        List<List<String>> rows = new ArrayList<>();
        try (DataFiles.Lines lines = files.lines(place, terminator)) {
            for (List<String> row = lines.next(); row != null; row = lines.next()) {
                rows.add(row);
            }
        }
        return rows;
    }

    @Test
    void lines_ofAFile_areItsRows() throws IOException {
        Path file = folder.resolve("a b.csv");
        Files.writeString(file, "\uFEFFa,b,c\r\n1,,\"\"\n\"x,\"\"y\"\"\nz\",ü\n\n");
        List<List<String>> expected =
                List.of(List.of("a", "b", "c"), Arrays.asList("1", null, ""), List.of("x,\"y\"\nz", "ü"));
        assertThat(read(file.toString(), ',')).isEqualTo(expected);
        assertThat(read("file://" + file, ',')).isEqualTo(expected);
        Path other = folder.resolve("other.csv");
        Files.writeString(other, "a,b;c");
        assertThat(read(other.toString(), ';')).containsExactly(List.of("a,b", "c"));
    }

    @Test
    void lines_longerThanABlock_areWhole() throws IOException {
        Path file = folder.resolve("long.csv");
        String text = "x".repeat(700_000);
        Files.writeString(file, "a," + text + "\nb,\"" + text + "\n\"\n");
        assertThat(read(file.toString(), ',')).containsExactly(List.of("a", text), List.of("b", text + "\n"));
    }

    @Test
    void lines_thatCannotBe_areDistinctErrors() throws IOException {
        Path damaged = folder.resolve("damaged.csv");
        Files.writeString(damaged, "a,b\n\"x\"y,1\n");
        assertCode(damaged.toString(), ',', ErrorCode.IMPORT_BAD_ROW);
        assertCode(folder.resolve("none.csv").toString(), ',', ErrorCode.FILE_MISSING);
        assertCode("https://example.org/a.csv", ',', ErrorCode.INVALID_ARGUMENT);
        assertCode("file:relative", ',', ErrorCode.INVALID_ARGUMENT);
        assertCode(damaged.toString(), 'ü', ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void bytesThatAreNoUtf8_areToldByLineAndOffset() throws IOException {
        Path file = folder.resolve("latin.csv");
        Files.write(file, "name\nJosé\nJose\n".getBytes(StandardCharsets.ISO_8859_1));
        assertCode(file.toString(), ',', ErrorCode.IMPORT_BAD_ROW);
        assertThatThrownBy(() -> read(file.toString(), ','))
                .hasMessageContainingAll("latin.csv", "line=2", "offset=8", "byte=0xe9");
    }

    private void assertCode(String place, char terminator, ErrorCode code) {
        assertThatThrownBy(() -> read(place, terminator))
                .as(place)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
