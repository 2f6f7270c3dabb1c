package org.thetisdb.rows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.BlockReader;
import org.thetisdb.importer.csv.ColumnEvidence;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.CsvInput;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.plan.WrongDelimiter;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** A file of comma-separated values. It is read twice if there are columns whose type nobody tells. */
public final class CsvRowFile implements RowFile {
    private static final int BLOCK_BYTES = 256 << 10;
    private static final int ROWS_MAX = 4096;
    private static final byte QUOTE = '"';
    private static final byte LIST_SEPARATOR = ';';

    private final FileSystem fileSystem;
    private final Path file;
    private final CsvFormat format;
    private final boolean header;
    private final ColumnParser parser;
    private final FieldTable table = new FieldTable();
    private final BadCells errors = new Errors();
    private final List<NamedColumn> columns;
    private final ValueType[] types;
    private final Vector[] vectors;
    private Pass pass;

    /**
     * Opens a file, which may be compressed.
     *
     * @param separator between fields
     * @param header whether its first line names the columns
     * @param inferTypes whether columns without a type get one by their values; else they are text
     * @param given what the columns are, instead of the header; empty to take it from there
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#IO_FAILED}, {@link
     *     ErrorCode#IMPORT_BAD_HEADER}, and {@link ErrorCode#IMPORT_BAD_ROW} where it is read for its types
     */
    public CsvRowFile(
            FileSystem fileSystem, Path file, byte separator, boolean header, boolean inferTypes, List<String> given) {
        this.fileSystem = fileSystem;
        this.file = file;
        this.format = new CsvFormat(separator, QUOTE, LIST_SEPARATOR);
        this.header = header;
        this.parser = new ColumnParser(format);
        this.columns = columns(given);
        this.types = new ValueType[columns.size()];
        this.vectors = new Vector[columns.size()];
        for (int column = 0; column < types.length; column++) {
            vectors[column] = new Vector();
            types[column] = columns.get(column).type().orElse(ValueType.STRING);
        }
        if (inferTypes && columns.stream().anyMatch(column -> column.type().isEmpty() && !column.isIgnored())) {
            infer();
        }
        pass = new Pass();
    }

    private List<NamedColumn> columns(List<String> given) {
        List<String> names = given;
        if (header) {
            List<String> found = header();
            if (given.isEmpty()) {
                names = found;
                WrongDelimiter.check(
                        file,
                        found,
                        format.separator(),
                        delimiter -> "write (DELIMITER '" + (delimiter == '\t' ? "\\t" : delimiter)
                                + "'), and if not, name the column: (COLUMNS ['name'])");
            }
            if (found.size() != names.size()) {
                throw badHeader("it has " + found.size() + " columns, COLUMNS has " + names.size());
            }
        }
        if (names.isEmpty()) {
            throw badHeader("nothing names the columns; add COLUMNS ['name', …] or a header");
        }
        return NamedColumn.parse(names, file);
    }

    private List<String> header() {
        try (BlockReader blocks = blocks()) {
            CsvBlock block = new CsvBlock(BLOCK_BYTES);
            if (blocks.next(block)) {
                RowSplitter splitter = new RowSplitter(format);
                splitter.begin(block, new int[0], 0);
                List<String> names = splitter.row();
                splitter.wrongByte().ifPresent(wrong -> {
                    throw CsvInput.notUtf8(file, wrong);
                });
                if (!names.isEmpty()) {
                    return names;
                }
            }
        }
        throw badHeader("the file is empty; expected a header in its first line");
    }

    private ThetisException badHeader(String what) {
        return new ThetisException(ErrorCode.IMPORT_BAD_HEADER, "wrong header: file=" + file + ", line=1: " + what);
    }

    private BlockReader blocks() {
        return new BlockReader(file, CsvInput.open(fileSystem, file, new AtomicLong()), format, 1);
    }

    private void infer() {
        Map<Integer, ColumnEvidence> evidence = new HashMap<>();
        for (int column = 0; column < types.length; column++) {
            if (columns.get(column).type().isEmpty() && !columns.get(column).isIgnored()) {
                evidence.put(column, new ColumnEvidence(parser));
            }
        }
        try (Pass first = new Pass()) {
            while (first.fill()) {
                evidence.forEach((column, found) -> found.add(table, column, QUOTE));
            }
        }
        evidence.forEach((column, found) -> types[column] = new ValueType(found.type(), false));
    }

    @Override
    public List<Row> next() {
        if (!pass.fill()) {
            return List.of();
        }
        for (int column = 0; column < types.length; column++) {
            if (!columns.get(column).isIgnored()) {
                parser.parse(table, column, types[column], vectors[column], errors);
            }
        }
        List<Row> rows = new ArrayList<>(table.rowCount());
        for (int row = 0; row < table.rowCount(); row++) {
            Map<String, Object> values = LinkedHashMap.newLinkedHashMap(types.length);
            for (int column = 0; column < types.length; column++) {
                Optional<Object> value = columns.get(column).isIgnored()
                        ? Optional.empty()
                        : Optional.ofNullable(vectors[column].valueAt(row));
                if (value.isPresent()) {
                    values.put(columns.get(column).name(), value.get());
                }
            }
            rows.add(new Row(table.lines()[row], values));
        }
        return rows;
    }

    @Override
    public void close() {
        pass.close();
    }

    /** One way through the file after its header; fills the table. */
    private final class Pass implements AutoCloseable {
        private final BlockReader blocks = blocks();
        private final CsvBlock block = new CsvBlock(BLOCK_BYTES);
        private final RowSplitter splitter = new RowSplitter(format);
        private final int[] fields = new int[types.length];
        private boolean begun;

        Pass() {
            for (int column = 0; column < fields.length; column++) {
                fields[column] = column;
            }
        }

        /** False at the end. */
        boolean fill() {
            boolean atHeader = !begun && header;
            if (!begun) {
                begun = true;
                if (!nextBlock()) {
                    return false;
                }
                if (atHeader) {
                    splitter.split(table, 1, errors);
                }
            }
            splitter.split(table, ROWS_MAX, errors);
            while (table.rowCount() == 0) {
                if (!nextBlock()) {
                    return false;
                }
                splitter.split(table, ROWS_MAX, errors);
            }
            return true;
        }

        private boolean nextBlock() {
            if (!blocks.next(block)) {
                return false;
            }
            splitter.begin(block, fields, fields.length);
            return true;
        }

        @Override
        public void close() {
            blocks.close();
        }
    }

    private final class Errors implements BadCells {
        @Override
        public void badField(FieldTable of, int row, int field, String expected) {
            throw RowFile.badRow(
                    file,
                    of.lines()[row],
                    of.text(row, field),
                    expected + " in column " + columns.get(field).name());
        }

        @Override
        public void badRow(long line, String found, String expected) {
            throw RowFile.badRow(file, line, found, expected);
        }
    }
}
