package org.thetisdb;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.session.StatementText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.UnicodeText;

/**
 * Plain Java values as values of Cypher. The result shares nothing that the program could change later.
 *
 * <pre>
 *   Byte Short Integer Long BigInteger           INTEGER (error if it does not fit 64 bits)
 *   Float Double BigDecimal                      FLOAT
 *   CharSequence Character                       STRING
 *   LocalDate LocalTime OffsetTime LocalDateTime ZonedDateTime OffsetDateTime Instant
 *   Duration Period IsoDuration                  DURATION
 *   Iterable, arrays · Map with string keys, Record · Point · Node Relationship Path · Optional
 * </pre>
 */
final class Parameters {
    /** Deeper values are cycles or mistakes. Smallest value tested: this one and one more. */
    static final int NESTING_MAX = 100;

    /** Instead of a parameter's name, which is never empty: what an extension has returned. */
    private static final String RETURNED = "";

    private Parameters() {}

    /** What an extension has returned, as a value of Cypher; an error if there is none. */
    static @Nullable Object returned(@Nullable Object value) {
        return value(value, RETURNED);
    }

    /** A statement as the inner packages take it. */
    static StatementText statement(String text, Map<String, ?> parameters) {
        return statement(text, parameters, Optional.empty(), Optional.empty());
    }

    /**
     * As the other one, with what is known of the text already.
     *
     * @param only the parameter that the text has, if it has one only: it need not be looked for in the map
     */
    static StatementText statement(
            String text, Map<String, ?> parameters, Optional<QueryHandle> prepared, Optional<String> only) {
        if (text == null || parameters == null) {
            throw new ThetisException(ErrorCode.USAGE, "a query needs a text and a map of parameters, neither null");
        }
        if (only.isPresent() && parameters.size() == 1 && parameters.containsKey(only.get())) {
            String name = only.get();
            return new StatementText(text, Collections.singletonMap(name, value(parameters.get(name), name)), prepared);
        }
        return new StatementText(text, convert(parameters), prepared);
    }

    private static Map<String, Object> convert(Map<String, ?> given) {
        int size = given.size();
        if (size == 0) {
            return Map.of();
        }
        if (size == 1) {
            Map.Entry<String, ?> entry = given.entrySet().iterator().next();
            return Collections.singletonMap(name(entry.getKey()), value(entry.getValue(), entry.getKey()));
        }
        Map<String, Object> converted = HashMap.newHashMap(size);
        for (Map.Entry<String, ?> entry : given.entrySet()) {
            converted.put(name(entry.getKey()), value(entry.getValue(), entry.getKey()));
        }
        return converted;
    }

    private static String name(String name) {
        if (name == null || name.isEmpty() || name.charAt(0) == '$') {
            throw new ThetisException(
                    ErrorCode.INVALID_PARAMETER,
                    "a parameter's name must not be empty and is given without the $: name=" + name);
        }
        return name;
    }

    private static @Nullable Object value(@Nullable Object given, String name) {
        // The kinds that nearly all parameters are of, without going through the long switch.
        if (given instanceof Long) {
            return given;
        }
        if (given instanceof String text) {
            return text(text, name, name);
        }
        if (given instanceof Integer number) {
            return number.longValue();
        }
        return convert(given, name, name, 0);
    }

    /**
     * @param name of the parameter
     * @param place where the value stands in it, such as {@code rows[3].id}
     */
    private static @Nullable Object convert(@Nullable Object given, String name, String place, int depth) {
        if (depth > NESTING_MAX) {
            throw invalid(name, place, "it is nested too deeply, or holds itself: levelsMax=" + NESTING_MAX);
        }
        return switch (given) {
            case null -> null;
            case Boolean plain -> plain;
            case Number number -> number(number, name, place);
            case CharSequence text -> text(text.toString(), name, place);
            case Character unit -> text(unit.toString(), name, place);
            case LocalDate plain -> plain;
            case LocalTime plain -> plain;
            case OffsetTime plain -> plain;
            case LocalDateTime plain -> plain;
            case ZonedDateTime plain -> plain;
            case OffsetDateTime time -> ZonedDateTime.ofInstant(time.toInstant(), time.getOffset());
            case Instant instant -> instant.atZone(ZoneOffset.UTC);
            case Duration duration -> new IsoDuration(0, 0, duration.getSeconds(), duration.getNano());
            case Period period -> new IsoDuration(period.toTotalMonths(), period.getDays(), 0, 0);
            case IsoDuration plain -> plain;
            case Point plain -> plain;
            case Node node -> new NodeReference(node.id());
            case Relationship relationship -> reference(relationship);
            case Path path ->
                new PathReference(
                        path.nodes().stream()
                                .map(node -> new NodeReference(node.id()))
                                .toList(),
                        path.relationships().stream().map(Parameters::reference).toList());
            case Optional<?> optional -> convert(optional.orElse(null), name, place, depth + 1);
            case Record row -> map(row.asMap(), name, place, depth);
            case Map<?, ?> map -> map(map, name, place, depth);
            case Iterable<?> elements -> list(elements, name, place, depth);
            default -> array(given, name, place, depth);
        };
    }

    private static String text(String given, String name, String place) {
        int lone = UnicodeText.firstLoneSurrogate(given);
        if (lone >= 0) {
            throw invalid(
                    name, place, "a string that is not valid text: it holds " + UnicodeText.describe(given, lone));
        }
        return given;
    }

    private static RelationshipReference reference(Relationship relationship) {
        return new RelationshipReference(relationship.id(), relationship.startNodeId(), relationship.endNodeId());
    }

    private static Object number(Number number, String name, String place) {
        return switch (number) {
            case Long plain -> plain;
            case Double plain -> plain;
            case Integer plain -> plain.longValue();
            case Short plain -> plain.longValue();
            case Byte plain -> plain.longValue();
            case Float plain -> plain.doubleValue();
            case BigDecimal plain -> plain.doubleValue();
            case BigInteger big -> {
                if (big.bitLength() > 63) {
                    throw invalid(name, place, "it does not fit 64 bits: value=" + big);
                }
                yield big.longValue();
            }
            default -> throw unknownClass(number, name, place);
        };
    }

    private static Object list(Iterable<?> elements, String name, String place, int depth) {
        List<Object> converted = new ArrayList<>();
        for (Object element : elements) {
            converted.add(convert(element, name, place + "[" + converted.size() + "]", depth + 1));
        }
        return Collections.unmodifiableList(converted);
    }

    private static Object map(Map<?, ?> map, String name, String place, int depth) {
        Map<String, Object> converted = LinkedHashMap.newLinkedHashMap(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw invalid(name, place, "keys of maps must be strings: key=" + entry.getKey());
            }
            converted.put(text(key, name, place), convert(entry.getValue(), name, place + "." + key, depth + 1));
        }
        return Collections.unmodifiableMap(converted);
    }

    private static Object array(Object given, String name, String place, int depth) {
        if (!given.getClass().isArray()) {
            throw unknownClass(given, name, place);
        }
        int length = Array.getLength(given);
        List<Object> converted = new ArrayList<>(length);
        for (int index = 0; index < length; index++) {
            converted.add(convert(Array.get(given, index), name, place + "[" + index + "]", depth + 1));
        }
        return Collections.unmodifiableList(converted);
    }

    private static ThetisException unknownClass(Object given, String name, String place) {
        String hint = given instanceof Enum<?> ? "; give its name() instead" : "";
        return invalid(
                name, place, "Cypher has no value for class " + given.getClass().getName() + hint);
    }

    private static ThetisException invalid(String name, String place, String reason) {
        String where = place.equals(name) ? "" : " at " + place;
        if (name.equals(RETURNED)) {
            return new ThetisException(
                    ErrorCode.EXTENSION_FAILED,
                    "an extension has returned what cannot be used" + where + ": " + reason);
        }
        return new ThetisException(
                ErrorCode.INVALID_PARAMETER, "parameter `" + name + "`" + where + " cannot be used: " + reason);
    }
}
