package org.thetisdb.bench.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/**
 * Where Neo4j 2026.08 and Thetis differ and Thetis is not wrong: openCypher leaves it open, or decides against Neo4j.
 * An answer that such a difference affects is not compared; what rewording can avoid is in {@link Wording}.
 */
enum DialectDifference {
    DURATION_DIVIDED(
            "a duration divided or multiplied by a fraction: openCypher says nothing of the last"
                    + " nanosecond; Neo4j rounds each part for itself, Thetis cuts off once, in the end"
                    + " (docs/DECISIONS)",
            (query, rows) -> hasPhrase(query.root(), DialectDifference::isFractionOfDuration)),

    DATE_AND_LESS_THAN_A_DAY(
            "a date and a duration that was computed: of what is less than a day nothing is left, by openCypher; Neo4j"
                    + " takes -0.5 s for one second back and half a second on, and that for a day if it is nearly one"
                    + " (seed 22007177 of query)",
            (query, rows) -> query.text().contains("duration.")
                    && hasPhrase(query.root(), DialectDifference::isDateAndDuration)),

    PERCENTILE_OF_LARGE(
            "percentileDisc() of INTEGERs beyond 2^53: one of the values by its definition, in Thetis in"
                    + " their order; Neo4j sorts them as FLOATs, which cannot tell them apart",
            (query, rows) -> query.text().contains("percentileDisc(") && hasLarge(rows.rows())),

    AVERAGE_NEAR_ZERO(
            "avg() of numbers that cancel each other out: openCypher says nothing of the last digits; Thetis divides"
                    + " the sum, Neo4j adds up parts, each rounded, so that 0 is found as 5.6E-17",
            (query, rows) -> query.text().contains("avg(") && has(rows.rows(), DialectDifference::isNearZero)),

    DELETE_WHILE_READING(
            "DETACH DELETE behind a relationship: a clause is done before the next begins, by openCypher; Neo4j still"
                    + " reads what was taken away, and so leaves nodes behind (write seeds 341 and 6000278)",
            (query, rows) -> Names.DELETE_BEHIND_HOP.matcher(query.text()).find()),

    READ_WHILE_SETTING(
            "labels that SET or REMOVE changes, and all properties that SET exchanges: a clause is done before the next"
                    + " begins, by openCypher; Neo4j matches what it has changed in the row before, and reads what it"
                    + " has kept (seeds 23007459, 23009393 and 23012680 of write)",
            (query, rows) -> Names.SET_LABELS_OR_ALL.matcher(query.text()).find()),

    SHOWN_BEFORE_MERGED(
            "all properties of a node behind MERGE with ON MATCH: a clause is done before the next begins, by"
                    + " openCypher; Neo4j shows a row before the next row has set its property (seed 6000293 of"
                    + " write)",
            (query, rows) -> Names.ALL_BEHIND_MERGE.matcher(query.text()).find()),

    NULL_OUT_OF_OPTIONAL(
            "ORDER BY behind OPTIONAL MATCH that finds nothing: OPTIONAL MATCH (n)-->(m) RETURN [m.x] AS l is [null],"
                    + " and with ORDER BY l null in Neo4j, which computes the list inside of the optional part",
            (query, rows) -> Names.SORT_BEHIND_OPTIONAL.matcher(query.text()).find()
                    && rows.rows().stream().anyMatch(row -> row.stream().anyMatch(Objects::isNull))),

    SUM_BEYOND_ON_THE_WAY(
            "sum() of INTEGERs, one itself but not on the way: exact in Thetis, a FLOAT in Neo4j (query seed 22024873)",
            (query, rows) -> query.text().contains("sum(") && has(rows.rows(), DialectDifference::isWholeFloat)),

    ROUNDED_BEYOND_INTEGER(
            "round() of a FLOAT beyond 2^63: itself, for it has no fraction; 2^63 in Neo4j (query seed 22035456)",
            (query, rows) -> query.text().contains("round(") && has(rows.rows(), DialectDifference::isBeyondInteger)),

    MAP_OUT_OF_OPTIONAL(
            "OPTIONAL MATCH (n) RETURN n {extra: 1}: null without an n; Neo4j may give the map (query seed 22019045)",
            (query, rows) -> Names.MAP_BEHIND_OPTIONAL.matcher(query.text()).find()),

    SIZE_AT_LEAST_NOTHING(
            "0 <= size([(n)-->(m) | 0]): true, of an empty list too; Neo4j drops the row (seed 22032226 of query)",
            (query, rows) -> Names.SIZE_AT_LEAST.matcher(query.text()).find()),

    GROUP_OF_NAN(
            "groups of values that are not a number: equivalent by openCypher (CIP2016-06-14), so one"
                    + " group in Thetis; each is its own in Neo4j",
            (query, rows) -> Names.GROUPING.matcher(query.text()).find()
                    && (hasNotANumber(rows.rows())
                            || Names.NO_NUMBER.matcher(query.text()).find()));

    private final String reason;

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final BiPredicate<FuzzQuery, Answer.Rows> concerned;

    DialectDifference(String reason, BiPredicate<FuzzQuery, Answer.Rows> concerned) {
        this.reason = reason;
        this.concerned = concerned;
    }

    /** Patterns that the constants above need before the class's own are initialised. */
    private static final class Names {
        private static final Pattern AGGREGATE =
                Pattern.compile("\\b(count|sum|avg|min|max|collect|stDevP?|percentile(Disc|Cont))\\(");
        private static final Pattern GROUPING = Pattern.compile(AGGREGATE.pattern() + "|\\bDISTINCT\\b|\\bUNION\\b");
        /** What gives NaN, which the result need not show: 0.0 / 0.0 is its literal, and x the key of stored FLOATs. */
        private static final Pattern NO_NUMBER =
                Pattern.compile("\\bsqrt\\(| \\^ |\\bWITH [nr]\\d+\\.x AS |\\b0\\.0\\)? / \\(?0\\.0\\b");

        private static final Pattern MAP_BEHIND_OPTIONAL =
                Pattern.compile("\\bOPTIONAL MATCH\\b.*(?<![(\\[])\\b[nr]\\d+ \\{[a-z]+: ", Pattern.DOTALL);
        private static final Pattern SIZE_AT_LEAST = Pattern.compile("\\b0 <= size\\(\\[\\(");
        private static final Pattern DELETE_BEHIND_HOP =
                Pattern.compile("\\)<?-\\[[^\\]]*\\]->?\\(.*DETACH DELETE", Pattern.DOTALL);
        private static final Pattern SET_LABELS_OR_ALL = Pattern.compile("\\b(SET|REMOVE) [nr]\\d+(:| = )");
        private static final Pattern ALL_BEHIND_MERGE =
                Pattern.compile("\\bMERGE\\b.*\\bON MATCH\\b.*\\{\\.\\*", Pattern.DOTALL);
        private static final Pattern SORT_BEHIND_OPTIONAL =
                Pattern.compile("\\bOPTIONAL MATCH\\b.*\\bORDER BY\\b", Pattern.DOTALL);

        /** Up to here every INTEGER is a FLOAT, too. */
        private static final double EXACT_MOST = 0x1p53;

        private static final double NEAR_ZERO = 1e-9;

        private static final Set<String> FRACTIONS = Set.of(" * 0.5", " / 2", " / 3");
    }

    /** Why Thetis is not wrong. */
    String reason() {
        return reason;
    }

    /** The first that affects Neo4j's answer. */
    static Optional<DialectDifference> of(FuzzQuery query, Answer.Rows rows) {
        return Arrays.stream(values())
                .filter(each -> each.concerned.test(query, rows))
                .findFirst();
    }

    private static boolean hasPhrase(Piece piece, Predicate<Piece.Phrase> wanted) {
        return piece instanceof Piece.Phrase phrase && wanted.test(phrase)
                || piece.children().stream().anyMatch(child -> hasPhrase(child, wanted));
    }

    private static boolean isFractionOfDuration(Piece.Phrase phrase) {
        return phrase.sort() == Sort.DURATION
                && phrase.parts().stream().anyMatch(part -> Names.FRACTIONS.contains(part.text()));
    }

    private static boolean isDateAndDuration(Piece.Phrase phrase) {
        return phrase.sort() == Sort.DATE
                && phrase.parts().stream()
                        .anyMatch(part -> part instanceof Piece.Phrase value && value.sort() == Sort.DURATION);
    }

    private static boolean hasNotANumber(Object value) {
        return has(value, each -> each instanceof Double number && number.isNaN());
    }

    private static boolean hasLarge(Object value) {
        return has(value, each -> each instanceof Long number && Math.abs((double) number) >= Names.EXACT_MOST);
    }

    private static boolean isWholeFloat(Object value) {
        return value instanceof Double number && number == Math.rint(number);
    }

    private static boolean isBeyondInteger(Object value) {
        return value instanceof Double number && Math.abs(number) >= 0x1p62;
    }

    private static boolean isNearZero(Object value) {
        return value instanceof Double number && number != 0 && Math.abs(number) < Names.NEAR_ZERO;
    }

    private static boolean has(Object value, Predicate<Object> wanted) {
        return switch (value) {
            case null -> false;
            case List<?> list -> list.stream().anyMatch(element -> has(element, wanted));
            case Map<?, ?> map -> map.values().stream().anyMatch(element -> has(element, wanted));
            default -> wanted.test(value);
        };
    }
}
