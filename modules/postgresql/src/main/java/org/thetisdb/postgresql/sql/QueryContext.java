package org.thetisdb.postgresql.sql;

import java.time.ZoneId;
import java.util.Map;

/**
 * What a query may ask of its client.
 *
 * @param user the client's name
 * @param database the name by which it calls the database
 * @param zone of its times
 * @param settings by name
 */
public record QueryContext(String user, String database, ZoneId zone, Map<String, String> settings) {
    /** Takes a copy of the map. */
    public QueryContext {
        settings = Map.copyOf(settings);
    }
}
