package org.thetisdb.postgresql.sql;

import org.thetisdb.postgresql.type.PgType;

/**
 * Values of time of one type as another, in the zone that the client has chosen when the query runs. Instants are taken
 * apart in that zone; all that are made are in UTC, for in Cypher equal instants are equal only if their zones are.
 */
final class Times {
    /** Of all types of time. */
    private static final int PLACES_MAX = 6;

    private final Translation translation;

    Times(Translation translation) {
        this.translation = translation;
    }

    /** The name of the zone. */
    String zone() {
        return translation.constant(
                PreparedQuery.ZONE, translation.context().zone().getId());
    }

    /** An instant, with its fields in the zone of the client. */
    private String local(String instant) {
        return "datetime({datetime: " + instant + ", timezone: " + zone() + "})";
    }

    /** An instant in UTC. */
    static String utc(String instant) {
        return "datetime({datetime: " + instant + ", timezone: 'Z'})";
    }

    /** For its fields: an instant in the zone of the client, anything else as it is. */
    String fields(Expr time) {
        return time.type() == PgType.TIMESTAMPTZ ? local(time.cypher()) : time.cypher();
    }

    /** As an instant in UTC, whatever it is. */
    String instant(Expr time) {
        return time.type() == PgType.TIMESTAMPTZ ? utc(time.cypher()) : to(time, PgType.TIMESTAMPTZ);
    }

    /** As a cast has it, from a type of time or from text. */
    String to(Expr value, PgType type) {
        String text = value.cypher();
        if (value.type() == type) {
            return text;
        }
        String fields = fields(value);
        return switch (type) {
            case DATE -> "date(" + fields + ")";
            case TIME -> "localtime(" + fields + ")";
            case TIMETZ ->
                value.type() == PgType.TIME
                        ? "time({time: " + text + ", timezone: " + zone() + "})"
                        : "time(" + fields + ")";
            case TIMESTAMP -> "localdatetime(" + fields + ")";
            case TIMESTAMPTZ ->
                switch (value.type()) {
                    case TIMESTAMP -> utc("datetime({datetime: " + text + ", timezone: " + zone() + "})");
                    case DATE -> utc("datetime({date: " + text + ", timezone: " + zone() + "})");
                    default -> "datetime(" + text + ")";
                };
            default -> text;
        };
    }

    /** A date where a time is wanted, or a time where an instant is; anything else as it is. */
    String widened(Expr value, PgType wanted) {
        return wanted == PgType.TIMESTAMP || wanted == PgType.TIMESTAMPTZ ? to(value, wanted) : value.cypher();
    }

    /** Rounded to so many places of seconds, 0 to 6; what has more has six. */
    static String rounded(PgType type, String time, int places) {
        if (places >= PLACES_MAX) {
            return time;
        }
        String name = switch (type) {
            case TIMESTAMPTZ -> "datetime";
            case TIMESTAMP -> "localdatetime";
            case TIMETZ -> "time";
            default -> "localtime";
        };
        long unit = 1;
        for (int place = places; place < PLACES_MAX; place++) {
            unit *= 10;
        }
        return "head([d IN [" + time + "] | " + name + ".truncate('second', d) + duration({microseconds: (d.microsecond"
                + " + " + unit / 2 + ") / " + unit + " * " + unit + "})])";
    }

    /** The time between two, in days of 24 hours and what remains of the last. */
    static String between(String from, String to) {
        return "head([d IN [duration.inSeconds(" + from + ", " + to + ")] | CASE WHEN d IS NOT NULL THEN"
                + " duration({days: d.seconds / 86400, seconds: d.seconds % 86400,"
                + " nanoseconds: d.nanosecondsOfSecond}) END])";
    }

    /** What orders intervals, as PostgreSQL does: microseconds, with months of 30 days and days of 24 hours. */
    static String length(String interval) {
        return "((" + interval + ".months * 30 + " + interval + ".days) * 86400000000 + " + interval + ".microseconds)";
    }
}
