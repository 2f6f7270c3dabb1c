package org.thetisdb.postgresql.sql;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.postgresql.type.PgType;

/** The functions that the database has by its own account, with the types of what they give. Immutable. */
final class DatabaseFunctions {
    private final Map<String, PgType> results;

    private DatabaseFunctions(Map<String, PgType> results) {
        this.results = results;
    }

    /** Asks the database. */
    static DatabaseFunctions of(Database database) {
        Map<String, PgType> results = new HashMap<>();
        try (Session session = database.session()) {
            for (Record row : session.run("SHOW FUNCTIONS YIELD name, signature")) {
                String signature = String.valueOf(row.getString("signature"));
                String result = signature.substring(signature.lastIndexOf("::") + 2);
                results.putIfAbsent(String.valueOf(row.getString("name")).toLowerCase(Locale.ROOT), type(result));
            }
        }
        return new DatabaseFunctions(results);
    }

    Optional<PgType> result(String name) {
        return Optional.ofNullable(results.get(name.toLowerCase(Locale.ROOT)));
    }

    private static PgType type(String written) {
        return switch (written.strip().toUpperCase(Locale.ROOT)) {
            case "INTEGER" -> PgType.INT8;
            case "FLOAT" -> PgType.FLOAT8;
            case "NUMBER" -> PgType.FLOAT8;
            case "BOOLEAN" -> PgType.BOOL;
            case "STRING" -> PgType.TEXT;
            case "DATE" -> PgType.DATE;
            case "LOCAL_TIME", "LOCAL TIME" -> PgType.TIME;
            case "TIME", "ZONED TIME" -> PgType.TIMETZ;
            case "LOCAL_DATETIME", "LOCAL DATETIME" -> PgType.TIMESTAMP;
            case "ZONED_DATETIME", "ZONED DATETIME" -> PgType.TIMESTAMPTZ;
            case "DURATION" -> PgType.INTERVAL;
            default -> PgType.JSONB;
        };
    }
}
