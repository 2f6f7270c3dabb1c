package org.thetisdb.rows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.plan.HeaderColumn;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A column of a file.
 *
 * @param name empty if it is to be left out
 * @param type empty if it is not declared
 */
record NamedColumn(String name, Optional<ValueType> type) {
    boolean isIgnored() {
        return name.isEmpty();
    }

    /** What texts such as {@code name}, {@code born:date} and {@code :IGNORE} mean. */
    static List<NamedColumn> parse(List<String> texts, Path file) {
        List<NamedColumn> columns = new ArrayList<>(texts.size());
        Set<String> names = new HashSet<>();
        for (int index = 0; index < texts.size(); index++) {
            String text = texts.get(index);
            HeaderColumn column = HeaderColumn.parse(text, file, index);
            switch (column.role()) {
                case IGNORE -> columns.add(new NamedColumn("", Optional.empty()));
                case PROPERTY -> {
                    if (!names.add(column.name())) {
                        throw wrong(text, file, index, "names a property that another column names");
                    }
                    columns.add(new NamedColumn(column.name(), column.type()));
                }
                default -> throw wrong(text, file, index, "is for imports; COPY takes name, name:type and :IGNORE");
            }
        }
        return columns;
    }

    private static ThetisException wrong(String text, Path file, int index, String what) {
        return new ThetisException(
                ErrorCode.IMPORT_BAD_HEADER,
                "wrong header: file=" + file + ", line=1, column=" + (index + 1) + ", value='" + text + "' " + what);
    }
}
