package org.thetisdb;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
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
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.extension.guard.Guard;
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
            return text(text, ParameterPlace.of(name));
        }
        if (given instanceof Integer number) {
            return number.longValue();
        }
        return convert(given, ParameterPlace.of(name), 0);
    }

    private static @Nullable Object convert(@Nullable Object given, ParameterPlace place, int depth) {
        if (depth > NESTING_MAX) {
            throw invalid(place, "it is nested too deeply, or holds itself: levelsMax=" + NESTING_MAX);
        }
        // What a fenced call has returned is still its own: a list of twice the same list of twice the same … is large.
        Guard.check();
        return switch (given) {
            case null -> null;
            case Boolean plain -> plain;
            case Number number -> number(number, place);
            case CharSequence text -> text(text.toString(), place);
            case Character unit -> text(unit.toString(), place);
            case LocalDate plain -> plain;
            case LocalTime plain -> plain;
            case OffsetTime plain -> plain;
            case LocalDateTime plain -> plain;
            case ZonedDateTime plain -> plain;
            case OffsetDateTime time -> ZonedDateTime.ofInstant(time.toInstant(), time.getOffset());
            case Instant instant -> dateTime(instant, place);
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
            case Optional<?> optional -> convert(optional.orElse(null), place, depth + 1);
            case Record row -> map(row.asMap(), place, depth);
            case Map<?, ?> map -> map(map, place, depth);
            case Iterable<?> elements -> list(elements, place, depth);
            default -> array(given, place, depth);
        };
    }

    private static String text(String given, ParameterPlace place) {
        int lone = UnicodeText.firstLoneSurrogate(given);
        if (lone >= 0) {
            throw invalid(place, "a string that is not valid text: it holds " + UnicodeText.describe(given, lone));
        }
        return given;
    }

    private static RelationshipReference reference(Relationship relationship) {
        return new RelationshipReference(relationship.id(), relationship.startNodeId(), relationship.endNodeId());
    }

    private static Object number(Number number, ParameterPlace place) {
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
                    throw invalid(place, "it does not fit 64 bits: value=" + big);
                }
                yield big.longValue();
            }
            default -> throw unknownClass(number, place);
        };
    }

    private static Object list(Iterable<?> elements, ParameterPlace place, int depth) {
        List<Object> converted = new ArrayList<>(elements instanceof Collection<?> sized ? sized.size() : 0);
        ParameterPlace inside = place.inside();
        for (Object element : elements) {
            inside.at(converted.size());
            converted.add(convert(element, inside, depth + 1));
        }
        return Collections.unmodifiableList(converted);
    }

    private static Object map(Map<?, ?> map, ParameterPlace place, int depth) {
        Map<String, Object> converted = LinkedHashMap.newLinkedHashMap(map.size());
        ParameterPlace inside = place.inside();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw invalid(place, "keys of maps must be strings: key=" + entry.getKey());
            }
            inside.at(key);
            converted.put(text(key, place), convert(entry.getValue(), inside, depth + 1));
        }
        return Collections.unmodifiableMap(converted);
    }

    private static Object array(Object given, ParameterPlace place, int depth) {
        if (!given.getClass().isArray()) {
            throw unknownClass(given, place);
        }
        int length = Array.getLength(given);
        List<Object> converted = new ArrayList<>(length);
        ParameterPlace inside = place.inside();
        for (int index = 0; index < length; index++) {
            inside.at(index);
            converted.add(convert(Array.get(given, index), inside, depth + 1));
        }
        return Collections.unmodifiableList(converted);
    }

    private static ThetisException unknownClass(Object given, ParameterPlace place) {
        String hint = given instanceof Enum<?> ? "; give its name() instead" : "";
        return invalid(
                place, "Cypher has no value for class " + given.getClass().getName() + hint);
    }

    private static ZonedDateTime dateTime(Instant instant, ParameterPlace place) {
        try {
            return instant.atZone(ZoneOffset.UTC);
        } catch (DateTimeException outOfRange) {
            throw invalid(place, "no date is so far away: value=" + instant);
        }
    }

    private static ThetisException invalid(ParameterPlace place, String reason) {
        if (place.name().equals(RETURNED)) {
            return new ThetisException(
                    ErrorCode.EXTENSION_FAILED,
                    "an extension has returned what cannot be used" + place.where() + ": " + reason);
        }
        return new ThetisException(
                ErrorCode.INVALID_PARAMETER,
                "parameter `" + place.name() + "`" + place.where() + " cannot be used: " + reason);
    }

    /**
     * Where a value stands in a parameter, such as {@code rows[3].id}: one for each list and map that is gone through,
     * which moves along its elements. It is text only when an error needs it. Not thread safe.
     */
    private static final class ParameterPlace {
        private final String name;
        private final @Nullable ParameterPlace outer;
        private @Nullable String key;
        private int index;

        private ParameterPlace(String name, @Nullable ParameterPlace outer) {
            this.name = name;
            this.outer = outer;
        }

        /** The parameter itself. */
        static ParameterPlace of(String name) {
            return new ParameterPlace(name, null);
        }

        /** Of the elements of what stands here; the first of a list at first. */
        ParameterPlace inside() {
            return new ParameterPlace(name, this);
        }

        /** Moves to an element of the list. */
        void at(int element) {
            index = element;
        }

        /** Moves to an entry of the map. */
        void at(String entry) {
            key = entry;
        }

        /** The parameter's name. */
        String name() {
            return name;
        }

        /** Of an element, how a message says where it is; empty for the parameter itself. */
        String where() {
            return outer == null ? "" : " at " + text();
        }

        private String text() {
            if (outer == null) {
                return name;
            }
            return outer.text() + (key == null ? "[" + index + "]" : "." + key);
        }
    }
}
