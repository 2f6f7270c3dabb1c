package org.thetisdb.importer.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CsvSplittingTest {
    private static final CsvFormat COMMA = new CsvFormat((byte) ',', '"', (byte) ';');

    private final List<String> errors = new ArrayList<>();
    private final List<Long> lines = new ArrayList<>();

    private List<List<String>> rows(String text, int columns, int blockBytes) {
        return rows(text.getBytes(StandardCharsets.UTF_8), columns, blockBytes);
    }

    /** All rows; null fields as "∅". */
    private List<List<String>> rows(byte[] text, int columns, int blockBytes) {
        List<List<String>> rows = new ArrayList<>();
        int[] fields = new int[columns];
        Arrays.setAll(fields, index -> index);
        RowSplitter splitter = new RowSplitter(COMMA);
        FieldTable table = new FieldTable();
        BadCells bad = new BadCells() {
            @Override
            public void badField(FieldTable ignored, int row, int field, String expected) {
                throw new AssertionError();
            }

            @Override
            public void badRow(long line, String found, String expected) {
                errors.add(line + " " + found + " → " + expected);
            }
        };
        try (BlockReader reader = new BlockReader(Path.of("x.csv"), new ByteArrayInputStream(text), COMMA, 1)) {
            CsvBlock block = new CsvBlock(blockBytes);
            while (reader.next(block)) {
                splitter.begin(block, fields, columns);
                do {
                    splitter.split(table, 3, bad);
                    for (int row = 0; row < table.rowCount(); row++) {
                        List<String> texts = new ArrayList<>();
                        for (int field = 0; field < columns; field++) {
                            texts.add(table.isNull(row, field) ? "∅" : table.text(row, field));
                        }
                        rows.add(texts);
                        lines.add(table.lines()[row]);
                    }
                } while (table.rowCount() > 0);
            }
        }
        return rows;
    }

    @Test
    void quotes_withSeparatorsAndLineEndsInside_areData() {
        assertThat(rows("a,\"b,\"\"c\"\"\nd\",e\n1,2,3\n", 3, 8))
                .containsExactly(List.of("a", "b,\"c\"\nd", "e"), List.of("1", "2", "3"));
        assertThat(lines).containsExactly(1L, 3L);
    }

    @Test
    void bytesThatAreNoUtf8_makeABadRow() {
        byte[] text = "\uFEFFä,b\n1,\"x\n?\"\"\"\n\n2,ü\n??,3\n4,?".getBytes(StandardCharsets.UTF_8);
        for (int index = 0; index < text.length; index++) {
            text[index] = text[index] == '?' ? (byte) 0xff : text[index];
        }
        for (int blockBytes : new int[] {4, 13, 64}) {
            errors.clear();
            assertThat(rows(text, 2, blockBytes)).containsExactly(List.of("ä", "b"), List.of("2", "ü"));
            assertThat(errors)
                    .hasSize(3)
                    .satisfiesExactly(
                            error -> assertThat(error)
                                    .startsWith("2 ")
                                    .endsWith("expected UTF-8, found column=2, offset=13, byte=0xff".substring(9)),
                            error -> assertThat(error).startsWith("6 ").endsWith("column=1, offset=24, byte=0xff"),
                            error -> assertThat(error).startsWith("7 ").endsWith("column=2, offset=31, byte=0xff"));
        }
    }

    @Test
    void emptyFields_areNullAndQuotedOnesAreNot() {
        assertThat(rows(",\"\",x\n", 3, 64)).containsExactly(List.of("∅", "", "x"));
    }

    @Test
    void carriageReturnsBomBlankLinesAndMissingLastLineEnd_areTaken() {
        assertThat(rows("\uFEFFa,b\r\n\r\n\nc,\"d\"\r\ne,f", 2, 4))
                .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e", "f"));
        assertThat(lines).containsExactly(1L, 4L, 5L);
    }

    @Test
    void quoteInsideUnquotedField_isAnOrdinaryCharacter() {
        assertThat(rows("5\" disk,b\nc,d\n", 2, 64)).containsExactly(List.of("5\" disk", "b"), List.of("c", "d"));
    }

    @Test
    void wrongRows_areReportedWithLineAndSkipped() {
        assertThat(rows("a,b\nc\nd,e,f\n\"g\"x,h\ni,j\n\"k,l\n", 2, 1024))
                .containsExactly(List.of("a", "b"), List.of("i", "j"));
        assertThat(errors).hasSize(4);
        assertThat(errors.get(0)).isEqualTo("2 c → 2 fields as in the header, not 1");
        assertThat(errors.get(1)).isEqualTo("3 d,e,f → 2 fields as in the header, not 3");
        assertThat(errors.get(2)).startsWith("4 ").contains("after a closing quote");
        assertThat(errors.get(3)).startsWith("6 ").contains("a closing quote before the end");
    }

    @Test
    void randomRows_inBlocksOfAnySize_comeBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] pieces = {"a", "é", ",", "\"", "\n", "\r\n", "", "long text", "7"};
        for (int round = 0; round < 200; round++) {
            List<List<String>> expected = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int columns = 2 + random.nextInt(4);
            for (int row = random.nextInt(30); row > 0; row--) {
                List<String> fields = new ArrayList<>();
                for (int column = 0; column < columns; column++) {
                    StringBuilder field = new StringBuilder();
                    for (int piece = random.nextInt(4); piece > 0; piece--) {
                        field.append(pieces[random.nextInt(pieces.length)]);
                    }
                    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
                    boolean quoted = !plain || random.nextInt(5) == 0;
                    fields.add(field.isEmpty() && !quoted ? "∅" : field.toString());
                    text.append(column > 0 ? "," : "");
                    text.append(quoted ? "\"" + field.toString().replace("\"", "\"\"") + "\"" : field);
                }
                expected.add(fields);
                text.append(random.nextBoolean() ? "\n" : "\r\n");
            }
            assertThat(rows(text.toString(), columns, 1 + random.nextInt(40)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
        }
        assertThat(errors).isEmpty();
    }
}
