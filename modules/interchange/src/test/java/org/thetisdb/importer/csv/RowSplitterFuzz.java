package org.thetisdb.importer.csv;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.value.fuzzing.FuzzTarget;

/**
 * Any bytes are cut into rows, or refused: the same rows, lines and bad rows whatever the blocks' length.
 *
 * <pre>
 *   byte 0   the block's length, 1 to 64 bytes
 *   byte 1   columns, 1 to 8
 *   byte 2   bit 0: quotes are ordinary characters; bit 1: semicolon instead of comma
 *   then     the file
 * </pre>
 */
public final class RowSplitterFuzz {
    private static final int HEAD_BYTES = 3;

    private RowSplitterFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < HEAD_BYTES) {
            return;
        }
        int blockBytes = 1 + (input[0] & 63);
        int columnCount = 1 + (input[1] & 7);
        int quote = (input[2] & 1) == 0 ? '"' : CsvFormat.NO_QUOTE;
        CsvFormat format = new CsvFormat((byte) ((input[2] & 2) == 0 ? ',' : ';'), quote, (byte) '|');
        byte[] file = Arrays.copyOfRange(input, HEAD_BYTES, input.length);
        FuzzTarget.answersOrRefuses(() -> {
            List<String> pieces = split(file, format, columnCount, blockBytes);
            List<String> whole = split(file, format, columnCount, 1 << 16);
            if (!pieces.equals(whole)) {
                throw new AssertionError("rows depend on the length of blocks: blockBytes=" + blockBytes + ", rows="
                        + pieces + ", of one block=" + whole);
            }
        });
    }

    /** Each row and each bad row in its order, with its line. */
    private static List<String> split(byte[] file, CsvFormat format, int columnCount, int blockBytes) {
        List<String> found = new ArrayList<>();
        int[] fields = new int[columnCount];
        Arrays.setAll(fields, index -> index);
        RowSplitter splitter = new RowSplitter(format);
        FieldTable table = new FieldTable();
        List<String> bad = new ArrayList<>();
        BadCells cells = new BadCells() {
            @Override
            public void badField(FieldTable ignored, int row, int field, String expected) {
                throw new AssertionError("a splitter does not know types: field=" + field);
            }

            @Override
            public void badRow(long line, String text, String expected) {
                bad.add("bad " + line + " " + expected);
            }
        };
        try (BlockReader reader = new BlockReader(Path.of("x.csv"), new ByteArrayInputStream(file), format, 1)) {
            CsvBlock block = new CsvBlock(blockBytes);
            while (reader.next(block)) {
                splitter.begin(block, fields, columnCount);
                do {
                    splitter.split(table, 3, cells);
                    addRows(table, columnCount, found);
                } while (table.rowCount() > 0);
            }
        }
        found.addAll(bad);
        return found;
    }

    private static void addRows(FieldTable table, int columnCount, List<String> found) {
        for (int row = 0; row < table.rowCount(); row++) {
            StringBuilder text = new StringBuilder().append(table.lines()[row]);
            for (int field = 0; field < columnCount; field++) {
                int at = row * columnCount + field;
                byte[] bytes = table.isNull(row, field)
                        ? "null".getBytes(StandardCharsets.UTF_8)
                        : Arrays.copyOfRange(
                                table.bytes(), table.starts()[at], table.starts()[at] + table.lengths()[at]);
                text.append(' ').append(Arrays.toString(bytes));
            }
            found.add(text.toString());
        }
    }
}
