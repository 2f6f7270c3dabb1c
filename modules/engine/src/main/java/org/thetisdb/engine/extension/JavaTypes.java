package org.thetisdb.engine.extension;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Which classes of Java stand for which types of Cypher. Immutable. */
final class JavaTypes {
    private static final Map<Class<?>, Kind> BOTH_WAYS = Map.ofEntries(
            Map.entry(Boolean.class, Kind.BOOLEAN),
            Map.entry(Long.class, Kind.INTEGER),
            Map.entry(Integer.class, Kind.INTEGER),
            Map.entry(Double.class, Kind.FLOAT),
            Map.entry(Number.class, Kind.NUMBER),
            Map.entry(String.class, Kind.STRING),
            Map.entry(LocalDate.class, Kind.DATE),
            Map.entry(LocalTime.class, Kind.LOCAL_TIME),
            Map.entry(OffsetTime.class, Kind.TIME),
            Map.entry(LocalDateTime.class, Kind.LOCAL_DATETIME),
            Map.entry(ZonedDateTime.class, Kind.ZONED_DATETIME),
            Map.entry(IsoDuration.class, Kind.DURATION),
            Map.entry(Point.class, Kind.POINT),
            Map.entry(List.class, Kind.LIST),
            Map.entry(Map.class, Kind.MAP),
            Map.entry(Object.class, Kind.ANY));

    /** Classes that are taken as results, and never given as arguments. */
    private static final Map<Class<?>, Kind> RESULTS_ONLY = Map.of(
            Short.class, Kind.INTEGER,
            Byte.class, Kind.INTEGER,
            Float.class, Kind.FLOAT,
            CharSequence.class, Kind.STRING,
            Instant.class, Kind.ZONED_DATETIME,
            OffsetDateTime.class, Kind.ZONED_DATETIME,
            Duration.class, Kind.DURATION,
            Period.class, Kind.DURATION);

    private final HostTypes host;

    JavaTypes(HostTypes host) {
        this.host = host;
    }

    /** The type of a parameter; empty if none can be given. */
    Optional<JavaType> parameter(Class<?> type) {
        if (type == long.class || type == int.class) {
            return Optional.of(new JavaType(type, JavaForm.LONG, CypherType.of(Kind.INTEGER)));
        }
        if (type == double.class) {
            return Optional.of(new JavaType(type, JavaForm.DOUBLE, CypherType.of(Kind.FLOAT)));
        }
        if (type == boolean.class) {
            return Optional.of(new JavaType(type, JavaForm.BOOLEAN, CypherType.of(Kind.BOOLEAN)));
        }
        return kind(type).map(kind -> new JavaType(type, JavaForm.OBJECT, CypherType.of(kind)));
    }

    /** The type of a result; empty if it is none of Cypher. */
    Optional<JavaType> result(Class<?> type) {
        if (type == short.class || type == byte.class) {
            return Optional.of(new JavaType(type, JavaForm.LONG, CypherType.of(Kind.INTEGER)));
        }
        if (type == float.class) {
            return Optional.of(new JavaType(type, JavaForm.DOUBLE, CypherType.of(Kind.FLOAT)));
        }
        Optional<JavaType> also = parameter(type);
        if (also.isPresent()) {
            return also;
        }
        Kind only = RESULTS_ONLY.get(type);
        if (only == null && type.isArray()) {
            only = Kind.LIST;
        }
        if (only == null && Collection.class.isAssignableFrom(type)) {
            only = Kind.LIST;
        }
        if (only == null && Map.class.isAssignableFrom(type)) {
            only = Kind.MAP;
        }
        return Optional.ofNullable(only).map(kind -> new JavaType(type, JavaForm.OBJECT, CypherType.of(kind)));
    }

    private Optional<Kind> kind(Class<?> type) {
        if (type == host.node()) {
            return Optional.of(Kind.NODE);
        }
        if (type == host.relationship()) {
            return Optional.of(Kind.RELATIONSHIP);
        }
        return type == host.path() ? Optional.of(Kind.PATH) : Optional.ofNullable(BOTH_WAYS.get(type));
    }

    /** Whether values of the type are nodes, relationships or paths, or may hold some. */
    static boolean mayHoldEntities(CypherType type) {
        return switch (type.kind()) {
            case ANY, NODE, RELATIONSHIP, PATH, LIST, MAP -> true;
            default -> false;
        };
    }
}
