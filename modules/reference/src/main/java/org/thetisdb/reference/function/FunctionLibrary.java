package org.thetisdb.reference.function;

import java.time.Clock;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/**
 * All functions that need no graph and no comparison of any two values.
 *
 * <p>Not here, because they look at entities or compare: id, elementId, labels, type, keys, properties, nodes,
 * relationships, length, startNode, endNode, coalesce, size, head, last, tail, range, reverse, isEmpty, exists, nullIf
 * and valueType.
 */
public final class FunctionLibrary {
    /** The functions that give something other than null if an argument is null: all convert what they can. */
    private static final Set<String> TEXT = Set.of(
            "char_length",
            "left",
            "right",
            "btrim",
            "ltrim",
            "rtrim",
            "trim",
            "replace",
            "split",
            "substring",
            "tolower",
            "toupper",
            "normalize");

    private final Clock clock;
    private final RandomGenerator random;
    private final TemporalFunctions temporal;

    /**
     * A library for one statement.
     *
     * @param clock gives the statement's time; its zone is the default one, and must be UTC to agree with Thetis
     * @param random for {@code rand()} and {@code randomUUID()}
     */
    public FunctionLibrary(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.temporal = new TemporalFunctions(clock);
    }

    /**
     * Calls a function.
     *
     * @param canonicalName as in {@code FunctionCatalog}, in lower case
     * @param arguments boxed values, null for null, as many as the catalogue says
     * @return the value, null for null
     * @throws IllegalArgumentException if the function is not one of these
     * @throws org.thetisdb.value.ThetisException if an argument is of the wrong type or has no answer
     */
    public @Nullable Object call(String canonicalName, List<Object> arguments) {
        if (arguments.stream().anyMatch(argument -> argument == null)) {
            return null;
        }
        Arguments given = new Arguments(canonicalName, arguments);
        return switch (canonicalName) {
            case "timestamp" -> clock.millis();
            case "rand" -> random.nextDouble();
            case "randomuuid" -> randomUuid();
            case "point", "point.distance", "point.withinbbox" -> PointFunctions.call(given);
            case "vector.similarity.cosine", "vector.similarity.euclidean" -> VectorFunctions.call(given);
            default -> {
                if (TEXT.contains(canonicalName)) {
                    yield TextFunctions.call(given);
                }
                if (ConversionFunctions.knows(canonicalName)) {
                    yield ConversionFunctions.call(given);
                }
                if (TemporalFunctions.knows(canonicalName)) {
                    yield temporal.call(given);
                }
                yield NumberFunctions.call(given);
            }
        };
    }

    /** A random UUID as RFC 9562 lays out version 4: four bits are the version, two the variant. */
    private String randomUuid() {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
        return new UUID(high, low).toString();
    }

    /** Whether {@code value.key} asks for a component: of temporal values, durations and points. */
    public static boolean hasComponents(Object value) {
        return value instanceof Temporal || value instanceof IsoDuration || value instanceof Point;
    }

    /**
     * {@code value.key}, such as {@code date.year}, {@code duration.days} or {@code point.x}.
     *
     * @return the component; empty if the value has none of that name, which is Cypher's null, or if it is of a kind
     * that
     *     has no components at all ({@link #hasComponents})
     */
    public Optional<Object> component(Object value, String key) {
        return Components.of(value, key);
    }

    /**
     * {@code left operator right} where one of them is a temporal value or a duration.
     *
     * @param left not null
     * @param right not null
     * @return empty if neither is temporal or a duration, or if one of them is a list or a string, to which all can be
     *     added
     * @throws org.thetisdb.value.ThetisException if they do not fit each other, or the result is out of range
     */
    public Optional<Object> arithmetic(Arithmetic.Operator operator, Object left, Object right) {
        return DurationArithmetic.compute(operator, left, right);
    }
}
