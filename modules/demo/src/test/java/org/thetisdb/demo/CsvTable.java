package org.thetisdb.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A generated file, read strictly: the format's rules are checked on the way. */
final class CsvTable {
    private final List<String> columns;
    private final List<String[]> rows = new ArrayList<>();

    CsvTable(Path folder, NetworkFile file) throws IOException {
        String text = Files.readString(folder.resolve(file.path()), StandardCharsets.UTF_8);
        List<String[]> parsed = parse(text);
        columns = Arrays.asList(parsed.getFirst());
        for (String[] row : parsed.subList(1, parsed.size())) {
            if (row.length != columns.size()) {
                throw new IllegalStateException("file=" + file + ", row=" + Arrays.toString(row));
            }
            rows.add(row);
        }
    }

    private static List<String[]> parse(String text) {
        List<String[]> parsed = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == '"') {
                if (quoted && index + 1 < text.length() && text.charAt(index + 1) == '"') {
                    field.append('"');
                    index++;
                } else {
                    quoted = !quoted;
                }
            } else if (quoted || (character != '|' && character != '\n')) {
                field.append(character);
            } else {
                row.add(field.toString());
                field.setLength(0);
                if (character == '\n') {
                    parsed.add(row.toArray(new String[0]));
                    row.clear();
                }
            }
        }
        return parsed;
    }

    List<String> columns() {
        return columns;
    }

    List<String[]> rows() {
        return rows;
    }

    int column(String name) {
        int column = columns.indexOf(name);
        if (column < 0) {
            throw new IllegalArgumentException("column=" + name + ", columns=" + columns);
        }
        return column;
    }

    /** Rows by a unique column. */
    Map<String, String[]> by(String name) {
        int column = column(name);
        Map<String, String[]> index = new HashMap<>();
        for (String[] row : rows) {
            if (index.put(row[column], row) != null) {
                throw new IllegalStateException("twice: " + name + "=" + row[column]);
            }
        }
        return index;
    }

    /** How many rows each value of a column has. */
    Map<String, Integer> counts(String name) {
        int column = column(name);
        Map<String, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(row[column], 1, Integer::sum));
        return counts;
    }
}
