package org.thetisdb.postgresql.connection;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/** What SET changes and SHOW tells, of one connection. */
final class Settings {
    /** Those whose changes the client is told of. */
    static final List<String> REPORTED = List.of(
            "server_version",
            "server_encoding",
            "client_encoding",
            "application_name",
            "default_transaction_read_only",
            "in_hot_standby",
            "is_superuser",
            "session_authorization",
            "DateStyle",
            "IntervalStyle",
            "TimeZone",
            "integer_datetimes",
            "standard_conforming_strings");

    /** Those that may be set to anything, as drivers do, for nothing here depends on them. */
    private static final Map<String, String> FREE = Map.ofEntries(
            Map.entry("application_name", ""),
            Map.entry("extra_float_digits", "1"),
            Map.entry("search_path", "\"$user\", public"),
            Map.entry("client_min_messages", "notice"),
            Map.entry("row_security", "on"),
            Map.entry("bytea_output", "hex"),
            Map.entry("synchronize_seqscans", "on"));

    /** Limits that the options of the server set; clients may only say that they want none. */
    private static final Set<String> LIMITS =
            Set.of("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout");

    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("server_version", "15.0 (Thetis)"),
            Map.entry("server_version_num", "150000"),
            Map.entry("server_encoding", "UTF8"),
            Map.entry("in_hot_standby", "off"),
            Map.entry("is_superuser", "off"),
            Map.entry("integer_datetimes", "on"),
            Map.entry("standard_conforming_strings", "on"),
            Map.entry("IntervalStyle", "postgres"),
            Map.entry("lc_collate", "C"),
            Map.entry("lc_ctype", "C"),
            Map.entry("max_identifier_length", "63"),
            Map.entry("max_index_keys", "32"),
            Map.entry("block_size", "8192"),
            Map.entry("data_checksums", "on"),
            Map.entry("escape_string_warning", "on"));

    private final Map<String, String> defaults = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private ZoneId zone = ZoneId.of("UTC");

    Settings(String user) {
        defaults.putAll(FREE);
        defaults.putAll(FIXED);
        LIMITS.forEach(limit -> defaults.put(limit, "0"));
        defaults.put("session_authorization", user);
        defaults.put("client_encoding", "UTF8");
        defaults.put("DateStyle", "ISO, MDY");
        defaults.put("TimeZone", "UTC");
        defaults.put("transaction_isolation", "repeatable read");
        defaults.put("default_transaction_isolation", "repeatable read");
        defaults.put("transaction_read_only", "off");
        defaults.put("default_transaction_read_only", "off");
    }

    /** What the client has said when it came in is where RESET goes back to. */
    void begin(String name, String value) {
        set(name, Optional.of(value));
        String known = known(name).orElseThrow();
        defaults.put(known, values.getOrDefault(known, defaults.getOrDefault(known, "")));
        values.remove(known);
    }

    private Optional<String> known(String name) {
        return defaults.keySet().stream()
                .filter(each -> each.equalsIgnoreCase(name))
                .findFirst();
    }

    private String require(String name) {
        return known(name)
                .orElseThrow(() -> PostgresFailure.of(
                        SqlState.UNDEFINED_OBJECT, "unrecognized configuration parameter \"" + name + "\""));
    }

    String get(String name) {
        String known = require(name);
        return values.getOrDefault(known, defaults.getOrDefault(known, ""));
    }

    ZoneId zone() {
        return zone;
    }

    /** Sets it, or takes it back to its default; gives its name as it is reported. */
    String set(String name, Optional<String> value) {
        if (name.contains(".")) {
            // A setting of an extension: kept and shown, as PostgreSQL does it.
            defaults.putIfAbsent(name, "");
        }
        String known = require(name);
        if (value.isEmpty()) {
            values.remove(known);
        } else {
            values.put(known, checked(known, value.get()));
        }
        zone = ZoneId.of(canonicalZone(get("TimeZone")));
        return known;
    }

    void resetAll() {
        values.clear();
        zone = ZoneId.of(canonicalZone(get("TimeZone")));
    }

    private String checked(String name, String value) {
        return switch (name) {
            case "TimeZone" -> zone(value);
            case "client_encoding" -> {
                String plain = value.replace("-", "").toUpperCase(Locale.ROOT);
                if (!plain.equals("UTF8") && !plain.equals("UNICODE") && !plain.equals("SQL_ASCII")) {
                    throw unsupported(name, value);
                }
                yield plain.equals("UNICODE") ? "UTF8" : plain;
            }
            case "DateStyle" -> {
                if (!value.toUpperCase(Locale.ROOT).startsWith("ISO")) {
                    throw unsupported(name, value);
                }
                yield value.contains(",") ? value : "ISO, MDY";
            }
            case "standard_conforming_strings", "IntervalStyle", "integer_datetimes" -> {
                boolean same = defaults.getOrDefault(name, "").equalsIgnoreCase(value) || value.equals("true");
                if (!same) {
                    throw unsupported(name, value);
                }
                yield defaults.getOrDefault(name, "");
            }
            case "transaction_read_only", "default_transaction_read_only" ->
                value.equals("on") || value.equals("true") ? "on" : "off";
            case "transaction_isolation", "default_transaction_isolation", "session_authorization" ->
                value.toLowerCase(Locale.ROOT);
            default -> {
                if (LIMITS.contains(name) && !value.matches("0\\s*(ms|s|min|h)?")) {
                    throw unsupported(name, value).hint("thetis serve has --timeout and --idle-timeout");
                }
                if (FIXED.containsKey(name)) {
                    throw PostgresFailure.of(
                            SqlState.INVALID_PARAMETER_VALUE, "parameter \"" + name + "\" cannot be changed");
                }
                yield value;
            }
        };
    }

    private static PostgresFailure unsupported(String name, String value) {
        return PostgresFailure.of(
                SqlState.FEATURE_NOT_SUPPORTED, "parameter \"" + name + "\" cannot be set to \"" + value + "\" here");
    }

    private static String zone(String value) {
        try {
            ZoneId.of(canonicalZone(value));
            return value;
        } catch (DateTimeException unknown) {
            throw PostgresFailure.of(
                    SqlState.INVALID_PARAMETER_VALUE, "invalid value for parameter \"TimeZone\": \"" + value + "\"");
        }
    }

    /** {@code +02} and {@code 2} are hours east of Greenwich. */
    private static String canonicalZone(String value) {
        if (value.matches("[+-]?\\d{1,2}")) {
            int hours = Integer.parseInt(value);
            return (hours < 0 ? "-" : "+") + (Math.abs(hours) < 10 ? "0" : "") + Math.abs(hours) + ":00";
        }
        return value.equalsIgnoreCase("utc") || value.equalsIgnoreCase("gmt") ? "UTC" : value;
    }

    /** All, by name. */
    Map<String, String> all() {
        Map<String, String> all = new TreeMap<>(defaults);
        all.putAll(values);
        return all;
    }

    /** The names of those that RESET ALL may change. */
    List<String> changed() {
        return new ArrayList<>(values.keySet());
    }
}
