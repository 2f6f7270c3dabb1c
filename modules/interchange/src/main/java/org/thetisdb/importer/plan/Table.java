package org.thetisdb.importer.plan;

import java.util.List;
import java.util.Set;

/**
 * Files whose rows mean the same.
 *
 * @param fieldNames the columns that are used, by the names that the files give them
 * @param untypedFields properties whose type is not declared; they are of type STRING in a plan, until it is
 *     looked at their values
 */
public record Table(String name, List<String> fieldNames, List<TableFile> files, Set<Integer> untypedFields) {
    public Table {
        untypedFields = Set.copyOf(untypedFields);
        fieldNames = List.copyOf(fieldNames);
        files = List.copyOf(files);
    }
}
