package org.thetisdb.importer.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** Gathers the columns of a table that are used, and finds them in the header of each of its files. */
final class FieldSet {
    private final List<String> names = new ArrayList<>();
    private final Set<String> optionalNames = new HashSet<>();

    /** The field that the column becomes; the same one for the same column. */
    int field(String column) {
        int known = names.indexOf(column);
        if (known >= 0) {
            return known;
        }
        names.add(column);
        return names.size() - 1;
    }

    /** Files may lack the column; its values are null then. */
    void allowMissing(String column) {
        optionalNames.add(column);
    }

    List<String> names() {
        return names;
    }

    /** For each column of the file, its field or -1. */
    int[] bind(Path file, List<String> header, List<String> notes) {
        int[] columnFields = new int[header.size()];
        List<String> unused = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int column = 0; column < columnFields.length; column++) {
            String name = header.get(column);
            columnFields[column] = names.indexOf(name);
            if (!seen.add(name) && columnFields[column] >= 0) {
                throw new ThetisException(
                        ErrorCode.IMPORT_BAD_HEADER,
                        "column comes twice: column=" + name + ", file=" + file + "; rename one of them");
            }
            if (columnFields[column] < 0) {
                unused.add(name);
            }
        }
        for (String name : names) {
            if (!seen.contains(name) && !optionalNames.contains(name)) {
                throw new ThetisException(
                        ErrorCode.IMPORT_BAD_HEADER,
                        "no such column: column=" + name + ", file=" + file + Suggestions.orAll(name, header)
                                + " (a column that some files lack is declared with \"optional\": true)");
            }
        }
        if (!unused.isEmpty()) {
            notes.add("Columns of " + file + " that the mapping does not name were left out: "
                    + String.join(", ", unused) + ".");
        }
        return columnFields;
    }
}
