package org.thetisdb.importer.plan;

import java.util.List;

/**
 * Files whose rows mean the same.
 *
 * @param fieldNames the columns that are used, by the names that the files give them
 */
public record Table(String name, List<String> fieldNames, List<TableFile> files) {
    public Table {
        fieldNames = List.copyOf(fieldNames);
        files = List.copyOf(files);
    }
}
