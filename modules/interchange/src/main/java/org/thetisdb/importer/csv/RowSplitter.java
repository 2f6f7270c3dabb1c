package org.thetisdb.importer.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Cuts blocks into fields. Quoted fields are unquoted in place, which makes them shorter; so whether the bytes are
 * UTF-8 is asked once for the whole block, before that, and a row in which they are not is a bad one.
 */
public final class RowSplitter {
    private static final int MESSAGE_BYTES_MAX = 120;

    private final byte separator;
    private final int quote;
    private byte[] bytes = {};
    private int position;
    private int end;
    private long line;
    private long offset;

    /** The place of the next byte that begins no character; {@link #end} if there is none. */
    private int wrongPosition;

    private byte wrongValue;
    private long rowLine;
    private Optional<WrongByte> wrongByte = Optional.empty();
    private int[] columnToField = {};
    private int columnCount;
    private int fieldCount;
    private boolean allFieldsBound;
    private int start;
    private int length;
    private boolean strayText;
    private boolean openQuote;

    /**
     * A byte that belongs to no character of UTF-8.
     *
     * @param line on which its row begins
     * @param column in which it is, from 1
     * @param offset in the file or, if that is compressed, in what is in it
     */
    public record WrongByte(long line, int column, long offset, int value) {
        @Override
        public String toString() {
            return String.format("column=%d, offset=%d, byte=0x%02x", column, offset, value);
        }
    }

    public RowSplitter(CsvFormat format) {
        separator = format.separator();
        quote = format.quote();
    }

    /**
     * Begins with a block.
     *
     * @param columnFields for each column of the file, the field of the table it goes to, or -1
     */
    public void begin(CsvBlock block, int[] columnFields, int newFieldCount) {
        bytes = block.bytes;
        position = 0;
        end = block.lengthBytes;
        line = block.firstLine;
        offset = block.firstOffset;
        findWrong(0);
        columnToField = columnFields;
        columnCount = columnFields.length;
        fieldCount = newFieldCount;
        allFieldsBound = Arrays.stream(columnFields).filter(field -> field >= 0).count() == newFieldCount;
    }

    /** Takes one row as text: the header. Empty if there is none. */
    public List<String> row() {
        beginRow();
        List<String> texts = new ArrayList<>();
        boolean last = position >= end;
        while (!last) {
            last = nextField();
            noteWrongByte(texts.size());
            texts.add(new String(bytes, start, Math.max(length, 0), StandardCharsets.UTF_8));
        }
        return texts;
    }

    /** Takes one row as text, null for fields that are empty and not quoted. Empty at the end of the block. */
    public List<String> fields() {
        beginRow();
        List<String> texts = new ArrayList<>();
        boolean last = position >= end;
        while (!last) {
            last = nextField();
            noteWrongByte(texts.size());
            texts.add(length == FieldTable.NULL ? null : new String(bytes, start, length, StandardCharsets.UTF_8));
        }
        return texts;
    }

    /** Whether a quote in the row that was taken last does not end a field. */
    public boolean isRowDamaged() {
        return strayText || openQuote;
    }

    /** What is no UTF-8 in the row that was taken last; nothing if all of it is. */
    public Optional<WrongByte> wrongByte() {
        return wrongByte;
    }

    private void beginRow() {
        skipBlankLines();
        rowLine = line;
        strayText = false;
        openQuote = false;
        wrongByte = Optional.empty();
    }

    /** To be called after each field, of which the bytes that are yet to come are as they were. */
    private void noteWrongByte(int column) {
        if (wrongPosition < Math.min(position, end)) {
            wrongByte = wrongByte.or(
                    () -> Optional.of(new WrongByte(rowLine, column + 1, offset + wrongPosition, wrongValue & 0xff)));
            findWrong(position);
        }
    }

    private void findWrong(int from) {
        wrongPosition = from >= end ? end : Utf8.firstWrong(bytes, from, end);
        wrongValue = wrongPosition < end ? bytes[wrongPosition] : 0;
    }

    /** Fills the table with up to {@code rowLimit} rows; the table stays empty only at the end of the block. */
    public void split(FieldTable table, int rowLimit, BadCells errors) {
        table.reset(bytes, fieldCount, rowLimit);
        int[] starts = table.starts();
        int[] lengths = table.lengths();
        while (table.rowCount() < rowLimit) {
            beginRow();
            if (position >= end) {
                return;
            }
            int rowStart = position;
            int base = table.rowCount() * fieldCount;
            int column = 0;
            if (!allFieldsBound) {
                Arrays.fill(lengths, base, base + fieldCount, FieldTable.NULL);
            }
            boolean last = false;
            while (!last) {
                last = nextField();
                noteWrongByte(column);
                int field = column < columnCount ? columnToField[column] : -1;
                if (field >= 0) {
                    starts[base + field] = start;
                    lengths[base + field] = length;
                }
                column++;
            }
            if (column == columnCount && !strayText && !openQuote && wrongByte.isEmpty()) {
                table.endRow(rowLine);
            } else {
                report(rowStart, column, errors);
            }
        }
    }

    private void report(int rowStart, int column, BadCells errors) {
        int shown = Math.min(position - rowStart, MESSAGE_BYTES_MAX);
        String found = new String(bytes, rowStart, shown, StandardCharsets.UTF_8).strip();
        if (wrongByte.isPresent()) {
            errors.badRow(rowLine, found, "UTF-8, found " + wrongByte.get());
        } else if (openQuote) {
            errors.badRow(rowLine, found, "a closing quote before the end of the file");
        } else if (strayText) {
            errors.badRow(rowLine, found, "a separator or the line's end after a closing quote");
        } else {
            errors.badRow(rowLine, found, columnCount + " fields as in the header, not " + column);
        }
    }

    private void skipBlankLines() {
        while (position < end) {
            if (bytes[position] == '\n') {
                position++;
            } else if (bytes[position] == '\r' && position + 1 < end && bytes[position + 1] == '\n') {
                position += 2;
            } else {
                return;
            }
            line++;
        }
    }

    /** Finds the next field; true if it is the last one of its row. */
    private boolean nextField() {
        int at = position;
        if (at < end && bytes[at] == quote) {
            return quotedField(at + 1);
        }
        byte wanted = separator;
        byte[] source = bytes;
        int limit = end;
        start = at;
        while (at < limit && source[at] != wanted && source[at] != '\n') {
            at++;
        }
        position = at + 1;
        boolean last = at >= limit || source[at] == '\n';
        if (last) {
            line++;
            if (at > start && source[at - 1] == '\r') {
                at--;
            }
        }
        length = at == start ? FieldTable.NULL : at - start;
        return last;
    }

    private boolean quotedField(int from) {
        start = from;
        int read = from;
        int write = from;
        openQuote = true;
        while (read < end) {
            byte next = bytes[read++];
            if (next == quote) {
                if (read >= end || bytes[read] != quote) {
                    openQuote = false;
                    break;
                }
                read++;
            } else if (next == '\n') {
                line++;
            }
            bytes[write++] = next;
        }
        length = write - start;
        int textEnd = read;
        while (read < end && bytes[read] != separator && bytes[read] != '\n') {
            read++;
        }
        boolean last = read >= end || bytes[read] == '\n';
        int stray = read - textEnd - (last && read > textEnd && bytes[read - 1] == '\r' ? 1 : 0);
        strayText |= stray > 0;
        if (last) {
            line++;
        }
        position = read + 1;
        return last;
    }
}
