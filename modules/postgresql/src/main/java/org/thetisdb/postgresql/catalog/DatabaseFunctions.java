package org.thetisdb.postgresql.catalog;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.postgresql.type.PgType;

/** The functions that the database has by its own account, with the types of what they give. Immutable. */
public final class DatabaseFunctions {
    private final Map<String, PgType> results;

    private DatabaseFunctions(Map<String, PgType> results) {
        this.results = results;
    }

    /** Asks the database. */
    public static DatabaseFunctions of(Database database) {
        Map<String, PgType> results = new HashMap<>();
        try (Session session = database.session()) {
            for (Record row : session.run("SHOW FUNCTIONS YIELD name, signature")) {
                String signature = String.valueOf(row.getString("signature"));
                String result = signature.substring(signature.lastIndexOf("::") + 2);
                results.putIfAbsent(
                        String.valueOf(row.getString("name")).toLowerCase(Locale.ROOT), PgType.ofCypher(result));
            }
        }
        return new DatabaseFunctions(results);
    }

    /** {@return the type of what a function gives, if there is one of that name, in any case} */
    public Optional<PgType> result(String name) {
        return Optional.ofNullable(results.get(name.toLowerCase(Locale.ROOT)));
    }
}
