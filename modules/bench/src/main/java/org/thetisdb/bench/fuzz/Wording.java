package org.thetisdb.bench.fuzz;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

/**
 * Where Neo4j 2026.08 reads a text differently from openCypher, or with a defect of its own, and rewording gives
 * the same meaning. The rest of such a query is compared, which {@link DialectDifference} would give up.
 */
enum Wording {
    TIME_AS_TEXT(
            "toString() of a time: openCypher's TCK writes times without seconds that are 0; Neo4j writes them",
            Wording::timeAsText,
            text -> text),

    ORDER_OF_WHAT_HAS_NONE(
            "order of durations and of points: null in Thetis, as < and > are in both; Neo4j gives true of <= of equal"
                    + " ones, and makes >= of NOT < (docs/DECISIONS)",
            Wording::orderOfWhatHasNone,
            text -> text),

    TRUNCATED_NULL(
            "truncate() of null: null by openCypher, an error of the call in Neo4j", Wording::truncated, text -> text),

    DATE_AS_DATETIME(
            "datetime() and localdatetime() of a date: its midnight in Thetis, as of truncate(); an error in Neo4j",
            Wording::midnight,
            text -> text),

    DURATION_OF_NULL(
            "duration({days: null}): null in Thetis, an error in Neo4j", Wording::durationOfParts, text -> text),

    DAYS_BETWEEN_TIMES(
            "duration.inDays() and inMonths() of two times: no time at all by openCypher's TCK (Temporal10), an"
                    + " error in Neo4j",
            Wording::daysBetweenTimes,
            text -> text),

    NO_NUMBER_AS_INTEGER(
            "toInteger(NaN): openCypher says nothing; null in Thetis, 0 in Neo4j, as Java casts it",
            Wording::toInteger,
            text -> text),

    REVERSED_RANGE(
            "reverse(range(1, 6, 2)): Neo4j begins with 6, which is no element of the range",
            Wording::reversed,
            text -> text),

    RANGE_AGAINST_STEP(
            "range() whose step leads away from its end is empty by openCypher's TCK (List11); Neo4j gives"
                    + " its start if the end is nearer than a step",
            phrase -> phrase,
            text -> Names.RANGE.matcher(text).replaceAll(Wording::range)),

    TYPE_TWICE(
            "[:R|R]: Neo4j counts a relationship once for each time that its type is named",
            phrase -> phrase,
            text -> Names.TYPES.matcher(text).replaceAll(Wording::typesOnce)),

    ANY_TYPE_OF_NULL(
            "(r:%) where r is null: null, as each other test of types and labels; Neo4j gives true",
            phrase -> phrase,
            text -> Names.ANY_TYPE.matcher(text).replaceAll("(CASE WHEN $1 IS NULL THEN null ELSE true END)")),

    LABELS_IN_A_ROW(
            "labels one after another, which Neo4j does not take beside other operators of labels",
            phrase -> phrase,
            text -> Names.LABELS.matcher(text).replaceAll("$1&"));

    /** What the constants above need before the class's own are initialised. */
    private static final class Names {
        private static final Pattern LABELS = Pattern.compile("\\b(A|B|C|D|Nowhere):(?=(A|B|C|D|Nowhere)\\b)");
        private static final Pattern RANGE = Pattern.compile("range\\((-?\\d+), (-?\\d+), (-?\\d+)\\)");
        private static final Pattern TYPES = Pattern.compile("(?<=:)[A-Z]+(\\|[A-Z]+)+(?=[^A-Za-z(])");
        private static final Pattern ANY_TYPE = Pattern.compile("\\((r\\d+):%\\)");
        private static final Set<Sort> TIMES =
                EnumSet.of(Sort.LOCAL_TIME, Sort.TIME, Sort.LOCAL_DATETIME, Sort.ZONED_DATETIME, Sort.ANY);
        private static final Set<Sort> WITHOUT_DATE = EnumSet.of(Sort.LOCAL_TIME, Sort.TIME);
        private static final Set<Sort> WITHOUT_ORDER = EnumSet.of(Sort.DURATION, Sort.POINT);
    }

    private final String reason;

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final UnaryOperator<Piece.Phrase> ofPhrase;

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final UnaryOperator<String> ofText;

    Wording(String reason, UnaryOperator<Piece.Phrase> ofPhrase, UnaryOperator<String> ofText) {
        this.reason = reason;
        this.ofPhrase = ofPhrase;
        this.ofText = ofText;
    }

    /** What Neo4j makes of the original words, and what openCypher says. */
    String reason() {
        return reason;
    }

    /** The query with all rewordings for Neo4j. */
    static Worded of(Piece root) {
        Set<Wording> used = EnumSet.noneOf(Wording.class);
        String text = phrases(root, used).text();
        for (Wording each : values()) {
            String other = each.ofText.apply(text);
            if (!other.equals(text)) {
                used.add(each);
            }
            text = other;
        }
        return new Worded(text, Set.copyOf(used));
    }

    /**
     * A query for Neo4j.
     *
     * @param used the rewordings in it
     */
    record Worded(String text, Set<Wording> used) {}

    private static Piece phrases(Piece piece, Set<Wording> used) {
        Piece worded = piece.withChildren(
                piece.children().stream().map(child -> phrases(child, used)).toList());
        for (Wording each : values()) {
            if (worded instanceof Piece.Phrase phrase) {
                Piece.Phrase other = each.ofPhrase.apply(phrase);
                if (!other.equals(phrase)) {
                    used.add(each);
                }
                worded = other;
            }
        }
        return worded;
    }

    /** Whether a phrase calls one function with one argument that is a piece. */
    private static boolean calls(Piece.Phrase phrase, String functions) {
        List<Piece> parts = phrase.parts();
        return parts.size() == 3
                && parts.getFirst() instanceof Piece.Token name
                && name.text().matches(functions)
                && parts.getLast().text().equals(")");
    }

    /** The call of one argument, replaced by other words around the argument. */
    private static Piece.Phrase around(Piece.Phrase call, String before, String behind) {
        List<Piece> parts = call.parts();
        return Piece.phrase(call.sort(), before, parts.get(1), behind);
    }

    private static Piece.Phrase timeAsText(Piece.Phrase phrase) {
        if (!calls(phrase, "toString(OrNull)?\\(") || !mayBeTime(phrase.parts().get(1))) {
            return phrase;
        }
        return around(phrase, phrase.parts().getFirst().text() + Neo4jFunctions.WRITTEN + "(", "))");
    }

    private static boolean mayBeTime(Piece value) {
        return Names.TIMES.contains(sortOf(value));
    }

    /** The sort of a value as far as it can be seen. */
    private static Sort sortOf(Piece value) {
        return switch (value) {
            case Piece.Phrase phrase -> phrase.sort();
            case Piece.Constant constant ->
                switch (constant.value()) {
                    case LocalDate date -> Sort.DATE;
                    case LocalTime time -> Sort.LOCAL_TIME;
                    case OffsetTime time -> Sort.TIME;
                    case null, default -> Sort.ANY;
                };
            default -> Sort.ANY;
        };
    }

    private static Piece.Phrase orderOfWhatHasNone(Piece.Phrase phrase) {
        boolean unordered = phrase.parts().stream()
                .anyMatch(part -> part instanceof Piece.Phrase value && Names.WITHOUT_ORDER.contains(value.sort()));
        boolean ordered = phrase.parts().stream().anyMatch(part -> part.text().matches(" [<>]=? "));
        return phrase.sort() == Sort.BOOLEAN && unordered && ordered
                ? Piece.phrase(phrase.sort(), "(CASE WHEN ", phrase, " THEN null END)")
                : phrase;
    }

    private static Piece.Phrase truncated(Piece.Phrase phrase) {
        return calls(phrase, "[a-z]+\\.truncate\\('[a-z]+', ")
                ? unlessNull(phrase, phrase.parts().getFirst().text())
                : phrase;
    }

    private static Piece.Phrase midnight(Piece.Phrase phrase) {
        boolean isOfDate =
                calls(phrase, "(local)?datetime\\(") && sortOf(phrase.parts().get(1)) == Sort.DATE;
        return isOfDate
                ? unlessNull(phrase, phrase.parts().getFirst().text().replace("(", ".truncate('day', "))
                : phrase;
    }

    /** A call of one argument that is null if the argument is. */
    private static Piece.Phrase unlessNull(Piece.Phrase call, String function) {
        return around(call, "head([given IN [", "] WHERE given IS NOT NULL | " + function + "given)])");
    }

    private static Piece.Phrase durationOfParts(Piece.Phrase phrase) {
        List<Piece> parts = phrase.parts();
        if (parts.size() != 5 || !parts.getFirst().text().equals("duration({")) {
            return phrase;
        }
        String unit = parts.get(1).text();
        return Piece.phrase(
                phrase.sort(),
                "head([given IN [",
                parts.get(3),
                "] WHERE given IS NOT NULL | duration({" + unit + ": given})])");
    }

    private static Piece.Phrase daysBetweenTimes(Piece.Phrase phrase) {
        List<Piece> parts = phrase.parts();
        boolean ofTimes = parts.size() == 6
                && parts.getFirst().text().equals("duration.")
                && parts.get(1).text().matches("in(Days|Months)\\(")
                && Names.WITHOUT_DATE.contains(sortOf(parts.get(2)))
                && Names.WITHOUT_DATE.contains(sortOf(parts.get(4)));
        return ofTimes
                ? Piece.phrase(
                        phrase.sort(),
                        "CASE WHEN (",
                        parts.get(2),
                        ") IS NULL OR (",
                        parts.get(4),
                        ") IS NULL THEN null ELSE duration('PT0S') END")
                : phrase;
    }

    private static Piece.Phrase toInteger(Piece.Phrase phrase) {
        return calls(phrase, "toInteger\\(")
                ? around(phrase, "head([given IN [", "] WHERE NOT isNaN(given) | toInteger(given)])")
                : phrase;
    }

    private static Piece.Phrase reversed(Piece.Phrase phrase) {
        return calls(phrase, "reverse\\(") && phrase.sort() != Sort.STRING
                ? around(phrase, "reverse([given IN ", " | given])")
                : phrase;
    }

    private static String range(MatchResult range) {
        long distance = Long.parseLong(range.group(2)) - Long.parseLong(range.group(1));
        boolean isAgainst = distance * Long.parseLong(range.group(3)) < 0;
        return isAgainst ? "[]" : Matcher.quoteReplacement(range.group());
    }

    private static String typesOnce(MatchResult types) {
        return Arrays.stream(types.group().split("\\|")).distinct().collect(Collectors.joining("|"));
    }
}
