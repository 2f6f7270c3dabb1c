package org.thetisdb.postgresql.type;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The types that the server knows, with PostgreSQL's numbers for them. */
public enum PgType {
    BOOL(16, "bool", "boolean", 1, 'B', 1000),
    BYTEA(17, "bytea", "bytea", -1, 'U', 1001),
    CHAR(18, "char", "\"char\"", 1, 'S', 1002),
    NAME(19, "name", "name", 64, 'S', 1003),
    INT8(20, "int8", "bigint", 8, 'N', 1016),
    INT2(21, "int2", "smallint", 2, 'N', 1005),
    INT2VECTOR(22, "int2vector", "int2vector", -1, 'A', 1006),
    INT4(23, "int4", "integer", 4, 'N', 1007),
    REGPROC(24, "regproc", "regproc", 4, 'N', 1008),
    TEXT(25, "text", "text", -1, 'S', 1009),
    OID(26, "oid", "oid", 4, 'N', 1028),
    OIDVECTOR(30, "oidvector", "oidvector", -1, 'A', 1013),
    TID(27, "tid", "tid", 6, 'U', 1010),
    JSON(114, "json", "json", -1, 'U', 199),
    FLOAT4(700, "float4", "real", 4, 'N', 1021),
    FLOAT8(701, "float8", "double precision", 8, 'N', 1022),
    UNKNOWN(705, "unknown", "unknown", -2, 'X', 0),
    BPCHAR(1042, "bpchar", "character", -1, 'S', 1014),
    VARCHAR(1043, "varchar", "character varying", -1, 'S', 1015),
    DATE(1082, "date", "date", 4, 'D', 1182),
    TIME(1083, "time", "time without time zone", 8, 'D', 1183),
    TIMESTAMP(1114, "timestamp", "timestamp without time zone", 8, 'D', 1115),
    TIMESTAMPTZ(1184, "timestamptz", "timestamp with time zone", 8, 'D', 1185),
    INTERVAL(1186, "interval", "interval", 16, 'T', 1187),
    TIMETZ(1266, "timetz", "time with time zone", 12, 'D', 1270),
    NUMERIC(1700, "numeric", "numeric", -1, 'N', 1231),
    REGCLASS(2205, "regclass", "regclass", 4, 'N', 2210),
    REGTYPE(2206, "regtype", "regtype", 4, 'N', 2211),
    UUID(2950, "uuid", "uuid", 16, 'U', 2951),
    JSONB(3802, "jsonb", "jsonb", -1, 'U', 3807),
    VOID(2278, "void", "void", 4, 'P', 0),
    BOOL_ARRAY(1000, "_bool", "boolean[]", -1, 'A', BOOL),
    CHAR_ARRAY(1002, "_char", "\"char\"[]", -1, 'A', CHAR),
    NAME_ARRAY(1003, "_name", "name[]", -1, 'A', NAME),
    INT2_ARRAY(1005, "_int2", "smallint[]", -1, 'A', INT2),
    INT4_ARRAY(1007, "_int4", "integer[]", -1, 'A', INT4),
    TEXT_ARRAY(1009, "_text", "text[]", -1, 'A', TEXT),
    VARCHAR_ARRAY(1015, "_varchar", "character varying[]", -1, 'A', VARCHAR),
    INT8_ARRAY(1016, "_int8", "bigint[]", -1, 'A', INT8),
    OID_ARRAY(1028, "_oid", "oid[]", -1, 'A', OID),
    FLOAT4_ARRAY(1021, "_float4", "real[]", -1, 'A', FLOAT4),
    FLOAT8_ARRAY(1022, "_float8", "double precision[]", -1, 'A', FLOAT8),
    DATE_ARRAY(1182, "_date", "date[]", -1, 'A', DATE),
    TIMESTAMPTZ_ARRAY(1185, "_timestamptz", "timestamp with time zone[]", -1, 'A', TIMESTAMPTZ);

    private static final Map<Integer, PgType> BY_OID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(type -> type.oid, Function.identity()));

    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("int", "int4"),
            Map.entry("decimal", "numeric"),
            Map.entry("float", "float8"),
            Map.entry("string", "text"),
            Map.entry("character varying", "varchar"),
            Map.entry("regnamespace", "oid"),
            Map.entry("regrole", "oid"),
            Map.entry("xid", "int4"),
            Map.entry("agtype", "jsonb"));

    private final int oid;
    private final String internalName;
    private final String sqlName;
    private final int bytes;
    private final char category;
    private final int arrayOid;
    private final Optional<PgType> element;

    PgType(int oid, String internalName, String sqlName, int bytes, char category, int arrayOid) {
        this.oid = oid;
        this.internalName = internalName;
        this.sqlName = sqlName;
        this.bytes = bytes;
        this.category = category;
        this.arrayOid = arrayOid;
        this.element = Optional.empty();
    }

    PgType(int oid, String internalName, String sqlName, int bytes, char category, PgType element) {
        this.oid = oid;
        this.internalName = internalName;
        this.sqlName = sqlName;
        this.bytes = bytes;
        this.category = category;
        this.arrayOid = 0;
        this.element = Optional.of(element);
    }

    public int oid() {
        return oid;
    }

    /** {@return the name in {@code pg_type}} */
    public String internalName() {
        return internalName;
    }

    /** {@return the name that {@code format_type} gives} */
    public String sqlName() {
        return sqlName;
    }

    /** {@return the fixed length; negative if there is none} */
    public int bytes() {
        return bytes;
    }

    /** {@return the letter in {@code pg_type.typcategory}} */
    public char category() {
        return category;
    }

    /** {@return the number of the type of arrays of it; 0 if there is none} */
    public int arrayOid() {
        return arrayOid;
    }

    /** {@return what an array holds} */
    public Optional<PgType> element() {
        return switch (this) {
            case INT2VECTOR -> Optional.of(INT2);
            case OIDVECTOR -> Optional.of(OID);
            default -> element;
        };
    }

    /** {@return arrays of this type} */
    public Optional<PgType> array() {
        return arrayOid == 0 ? Optional.empty() : ofOid(arrayOid);
    }

    /** {@return whether it is a whole number} */
    public boolean isInteger() {
        return switch (this) {
            case INT2, INT4, INT8, OID, REGCLASS, REGTYPE, REGPROC -> true;
            default -> false;
        };
    }

    /** {@return whether it is a number with a fraction} */
    public boolean isFractional() {
        return this == FLOAT4 || this == FLOAT8 || this == NUMERIC;
    }

    /** {@return whether it is a number of any kind} */
    public boolean isNumber() {
        return isInteger() || isFractional();
    }

    /** {@return whether it is text} */
    public boolean isText() {
        return switch (this) {
            case TEXT, VARCHAR, BPCHAR, NAME, CHAR, UNKNOWN -> true;
            default -> false;
        };
    }

    /** {@return the type of that number, if the server knows it} */
    public static Optional<PgType> ofOid(int oid) {
        return Optional.ofNullable(BY_OID.get(oid));
    }

    /** {@return the type of that name, internal or of SQL, in lower case and without a schema} */
    public static Optional<PgType> ofName(String name) {
        if (name.endsWith("[]")) {
            return ofName(name.substring(0, name.length() - 2)).flatMap(PgType::array);
        }
        String canonical = OTHER_NAMES.getOrDefault(name, name);
        return Arrays.stream(values())
                .filter(type -> type.internalName.equals(canonical) || type.sqlName.equals(canonical))
                .findFirst();
    }

    /** {@return the type that holds the values of one of Cypher, such as {@code ZONED DATETIME}} */
    public static PgType ofCypher(String name) {
        return switch (name.strip().toUpperCase(Locale.ROOT).replace('_', ' ')) {
            case "INTEGER" -> INT8;
            case "FLOAT", "NUMBER" -> FLOAT8;
            case "BOOLEAN" -> BOOL;
            case "STRING" -> TEXT;
            case "DATE" -> DATE;
            case "LOCAL TIME" -> TIME;
            case "TIME", "ZONED TIME" -> TIMETZ;
            case "LOCAL DATETIME" -> TIMESTAMP;
            case "ZONED DATETIME" -> TIMESTAMPTZ;
            case "DURATION" -> INTERVAL;
            default -> JSONB;
        };
    }
}
