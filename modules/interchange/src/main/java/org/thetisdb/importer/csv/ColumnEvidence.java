package org.thetisdb.importer.csv;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * What type a column without one has: the narrowest that all of its values have, if each of them could be written back
 * as it was found. Else it is text, for text loses nothing.
 *
 * <pre>
 *   values ─► add ─► which types each value rules out, and the first value that did ─► type, doubt
 *                    several of these, of parts of a file, are merged into one
 * </pre>
 *
 * <p>The rules, and what they are for:
 *
 * <ul>
 *   <li>What is quoted is text; null says nothing.
 *   <li>{@code 007}, {@code +49} and integers beyond 64 bits are text: no number keeps them.
 *   <li>A column is of floats only if one of its values has a decimal point, so {@code 1e5} among other codes stays a
 *       code; each value is one that a float keeps digit by digit, but for zeros at its end, and these have to be as
 *       many in all values that have a point (prices), so {@code 1.9} and {@code 1.10} stay versions.
 *   <li>Booleans are spelled {@code true}, {@code True} or {@code TRUE}, all in the same way.
 *   <li>Dates and times are ISO 8601. Those with and without an offset do not mix. A duration is taken for one only in
 *       the form in which it is written back.
 *   <li>Points and lists have to be declared.
 * </ul>
 *
 * <p>Invariant: the outcome is the same in whatever parts and order the values come. Belongs to one thread.
 */
public final class ColumnEvidence {
    private static final ScalarType[] TYPES = {
        ScalarType.INTEGER,
        ScalarType.FLOAT,
        ScalarType.BOOLEAN,
        ScalarType.DATE,
        ScalarType.LOCAL_DATETIME,
        ScalarType.ZONED_DATETIME,
        ScalarType.LOCAL_TIME,
        ScalarType.TIME,
        ScalarType.DURATION
    };

    private static final int FLOAT = 1;
    private static final int BOOLEAN = 2;
    private static final int ALL = (1 << TYPES.length) - 1;

    private final ColumnParser parser;
    private final PlainText text = new PlainText();
    private final Vector scratch = new Vector();
    private final @Nullable Example[] against = new @Nullable Example[TYPES.length];
    private int possible = ALL;
    private Optional<Example> first = Optional.empty();

    /** Of numbers: whether a value has a point, how many decimals those have, and whether any ends in a zero. */
    private boolean point;

    private int decimalsMin = Integer.MAX_VALUE;
    private int decimalsMax;
    private Optional<Example> trailingZero = Optional.empty();

    /** The ways in which booleans are spelled, as bits. */
    private int spellings;

    /** A value as it is in a file. */
    private record Example(long position, String text, boolean quoted) {
        static @Nullable Example earlier(@Nullable Example one, @Nullable Example other) {
            return one == null || other != null && other.position < one.position ? other : one;
        }
    }

    /**
     * Why a column is text though something else seems to be meant.
     *
     * @param position of the value that decides, as the table has it
     * @param text the value
     * @param reason what about it, as the end of a sentence
     */
    public record Doubt(long position, String text, String reason) {}

    public ColumnEvidence(ColumnParser parser) {
        this.parser = parser;
    }

    /** Takes the column's values in these rows into account. */
    public void add(FieldTable table, int field, int quote) {
        byte[] bytes = table.bytes();
        int index = field;
        for (int row = 0; row < table.rowCount() && possible != 0; row++, index += table.fieldCount()) {
            int length = table.lengths()[index];
            if (length != FieldTable.NULL) {
                int start = table.starts()[index];
                boolean quoted = start > 0 && (bytes[start - 1] & 0xff) == quote;
                add(bytes, start, length, quoted, table.lines()[row]);
            }
        }
    }

    private void add(byte[] bytes, int start, int length, boolean quoted, long position) {
        if (first.isEmpty()) {
            first = Optional.of(example(bytes, start, length, quoted, position));
        }
        text.read(bytes, start, length);
        int remaining = possible;
        while (remaining != 0) {
            int type = Integer.numberOfTrailingZeros(remaining);
            remaining &= remaining - 1;
            if (quoted || !fits(type, bytes, start, length)) {
                possible &= ~(1 << type);
                against[type] = example(bytes, start, length, quoted, position);
            }
        }
        if ((possible & 1 << FLOAT) != 0 && text.point()) {
            point = true;
            if (text.decimals() > 0) {
                decimalsMin = Math.min(decimalsMin, text.decimals());
                decimalsMax = Math.max(decimalsMax, text.decimals());
            }
            if (text.trailingZero() && trailingZero.isEmpty()) {
                trailingZero = Optional.of(example(bytes, start, length, false, position));
            }
        }
        if ((possible & 1 << BOOLEAN) != 0) {
            spellings |= text.spelling();
        }
    }

    private static Example example(byte[] bytes, int start, int length, boolean quoted, long position) {
        return new Example(position, ColumnParser.text(bytes, start, length), quoted);
    }

    private boolean fits(int type, byte[] bytes, int start, int length) {
        ScalarType scalar = TYPES[type];
        boolean writtenSo = switch (scalar) {
            case INTEGER -> text.integer();
            case FLOAT -> text.decimal();
            case BOOLEAN -> text.spelling() != 0;
            case DATE -> text.beginsLikeDate();
            case ZONED_DATETIME -> text.beginsLikeDate() && text.offset();
            case LOCAL_DATETIME -> text.beginsLikeDate();
            case TIME -> text.offset();
            default -> true;
        };
        if (!writtenSo) {
            return false;
        }
        scratch.reset(scalar.kind(), 1);
        return parser.parseOne(bytes, start, length, scalar, scratch, 0)
                && (scalar != ScalarType.FLOAT || text.isKeptBy(scratch.doubles()[0]))
                && (scalar != ScalarType.DURATION && scalar != ScalarType.DATE
                        || String.valueOf(scratch.valueAt(0)).equals(ColumnParser.text(bytes, start, length)));
    }

    /** Adds what is known from another part of the same column. */
    public void merge(ColumnEvidence other) {
        possible &= other.possible;
        for (int type = 0; type < TYPES.length; type++) {
            against[type] = Example.earlier(against[type], other.against[type]);
        }
        first = Optional.ofNullable(Example.earlier(first.orElse(null), other.first.orElse(null)));
        trailingZero = Optional.ofNullable(Example.earlier(trailingZero.orElse(null), other.trailingZero.orElse(null)));
        point |= other.point;
        decimalsMin = Math.min(decimalsMin, other.decimalsMin);
        decimalsMax = Math.max(decimalsMax, other.decimalsMax);
        spellings |= other.spellings;
    }

    /** The column's type; text if there are no values. */
    public ScalarType type() {
        if (first.isEmpty() || possible == 0) {
            return ScalarType.STRING;
        }
        int type = Integer.numberOfTrailingZeros(possible);
        return holds(type) ? TYPES[type] : ScalarType.STRING;
    }

    /** Whether what all values have to have in common holds, too. */
    private boolean holds(int type) {
        return switch (type) {
            case FLOAT -> point && (trailingZero.isEmpty() || decimalsMin == decimalsMax);
            case BOOLEAN -> Integer.bitCount(spellings) == 1;
            default -> true;
        };
    }

    /** Why it is text, where that may surprise. */
    public Optional<Doubt> doubt() {
        if (first.isEmpty() || type() != ScalarType.STRING) {
            return Optional.empty();
        }
        if (possible != 0) {
            return Optional.of(commonDoubt(Integer.numberOfTrailingZeros(possible)));
        }
        int longest = 0;
        for (int type = 1; type < TYPES.length; type++) {
            longest = against[type].position > against[longest].position ? type : longest;
        }
        Example value = against[longest];
        boolean fromTheBeginning = value.position == first.get().position;
        if (fromTheBeginning && !PlainText.looksLikeNumber(value.text)) {
            return Optional.empty();
        }
        return Optional.of(new Doubt(value.position, value.text, reason(value, TYPES[longest], fromTheBeginning)));
    }

    private Doubt commonDoubt(int type) {
        if (type == BOOLEAN) {
            Example value = first.orElseThrow();
            return new Doubt(value.position, value.text, "is not always spelled in upper or lower case alike");
        }
        // If no value has a point, one is no integer all the same: it has an exponent.
        Example value = point ? trailingZero.orElseThrow() : against[0];
        return new Doubt(
                value.position,
                value.text,
                point ? "would lose its zero at the end" : "may be no number, for no value has a decimal point");
    }

    private static String reason(Example value, ScalarType type, boolean fromTheBeginning) {
        if (value.quoted) {
            return "is in quotes";
        }
        boolean number = fromTheBeginning || type == ScalarType.INTEGER || type == ScalarType.FLOAT;
        return (number ? PlainText.whyNoNumber(value.text) : Optional.<String>empty())
                .orElseGet(() -> "is not " + type.expected());
    }
}
