package org.thetisdb.postgresql.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.type.PgType;

/**
 * A list in which clients look for what there is.
 *
 * @param name in its schema
 * @param columns by name, in order; any name is one, of null, if there are none
 * @param rows by column; what is missing is null
 */
public record CatalogTable(String name, Map<String, PgType> columns, List<Map<String, Object>> rows) {
    /** {@return a table without rows, which has any column that one asks for} */
    static CatalogTable empty(String name) {
        return new CatalogTable(name, Map.of(), List.of());
    }

    /**
     * {@return a table}
     *
     * @param columns such as {@code oid:oid relname:name}
     */
    static CatalogTable of(String name, String columns, List<List<@Nullable Object>> rows) {
        Map<String, PgType> types = new LinkedHashMap<>();
        for (String column : columns.strip().split("\\s+")) {
            int colon = column.indexOf(':');
            types.put(
                    column.substring(0, colon),
                    PgType.ofName(column.substring(colon + 1)).orElseThrow());
        }
        List<String> names = List.copyOf(types.keySet());
        List<Map<String, Object>> maps = new ArrayList<>(rows.size());
        for (List<@Nullable Object> row : rows) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int index = 0; index < row.size(); index++) {
                Object value = row.get(index);
                if (value != null) {
                    map.put(names.get(index), value);
                }
            }
            maps.add(map);
        }
        return new CatalogTable(name, types, maps);
    }

    /** {@return whether it has any column that one asks for} */
    public boolean isOpen() {
        return columns.isEmpty();
    }

    /** {@return the type of a column} */
    public Optional<PgType> type(String column) {
        return isOpen() ? Optional.of(PgType.UNKNOWN) : Optional.ofNullable(columns.get(column));
    }
}
