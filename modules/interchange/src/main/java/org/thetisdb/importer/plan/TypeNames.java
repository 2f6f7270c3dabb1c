package org.thetisdb.importer.plan;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.importer.csv.ScalarType;
import org.thetisdb.importer.csv.ValueType;

/** The names of types: Cypher's in mapping files, those of import headers in headers. */
public final class TypeNames {
    private static final Map<String, ScalarType> CYPHER = new LinkedHashMap<>();
    private static final Map<String, ScalarType> HEADER = new LinkedHashMap<>();

    static {
        CYPHER.put("BOOLEAN", ScalarType.BOOLEAN);
        CYPHER.put("INTEGER", ScalarType.INTEGER);
        CYPHER.put("FLOAT", ScalarType.FLOAT);
        CYPHER.put("STRING", ScalarType.STRING);
        CYPHER.put("DATE", ScalarType.DATE);
        CYPHER.put("LOCAL TIME", ScalarType.LOCAL_TIME);
        CYPHER.put("ZONED TIME", ScalarType.TIME);
        CYPHER.put("LOCAL DATETIME", ScalarType.LOCAL_DATETIME);
        CYPHER.put("ZONED DATETIME", ScalarType.ZONED_DATETIME);
        CYPHER.put("DURATION", ScalarType.DURATION);
        CYPHER.put("POINT", ScalarType.POINT);
        CYPHER.put("ANY", ScalarType.ANY);
        HEADER.put("int", ScalarType.INT32);
        HEADER.put("long", ScalarType.INTEGER);
        HEADER.put("float", ScalarType.FLOAT);
        HEADER.put("double", ScalarType.FLOAT);
        HEADER.put("boolean", ScalarType.BOOLEAN);
        HEADER.put("byte", ScalarType.INT8);
        HEADER.put("short", ScalarType.INT16);
        HEADER.put("char", ScalarType.CHARACTER);
        HEADER.put("string", ScalarType.STRING);
        HEADER.put("point", ScalarType.POINT);
        HEADER.put("date", ScalarType.DATE);
        HEADER.put("localtime", ScalarType.LOCAL_TIME);
        HEADER.put("time", ScalarType.TIME);
        HEADER.put("localdatetime", ScalarType.LOCAL_DATETIME);
        HEADER.put("datetime", ScalarType.ZONED_DATETIME);
        HEADER.put("duration", ScalarType.DURATION);
        HEADER.put("any", ScalarType.ANY);
    }

    private TypeNames() {}

    /** {@code INTEGER}, {@code ZONED DATETIME}, {@code LIST<STRING>} and so on. */
    static Optional<ValueType> fromCypher(String name) {
        String upper = name.strip().toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
        boolean list = upper.startsWith("LIST<") && upper.endsWith(">");
        String scalar = list ? upper.substring(5, upper.length() - 1).strip() : upper;
        return Optional.ofNullable(CYPHER.get(scalar)).map(type -> new ValueType(type, list));
    }

    /** {@code int}, {@code string[]} and so on. */
    static Optional<ValueType> fromHeader(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        boolean list = lower.endsWith("[]");
        String scalar = list ? lower.substring(0, lower.length() - 2) : lower;
        return Optional.ofNullable(HEADER.get(scalar)).map(type -> new ValueType(type, list));
    }

    /** What Cypher calls the type. */
    public static String cypherName(ScalarType type) {
        return CYPHER.entrySet().stream()
                .filter(entry -> entry.getValue() == type)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("STRING");
    }

    /** What headers call a type of Cypher, such as {@code double} for {@code FLOAT}. */
    public static String headerName(String cypherName) {
        ScalarType type = CYPHER.get(cypherName);
        return HEADER.entrySet().stream()
                .filter(entry -> entry.getValue() == type)
                .map(Map.Entry::getKey)
                // Of float and double the last says it better.
                .reduce("any", (_, name) -> name);
    }

    static Set<String> cypherNames() {
        return CYPHER.keySet();
    }

    static Set<String> headerNames() {
        return HEADER.keySet();
    }
}
