package org.thetisdb.postgresql.type;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;

/**
 * Ids as PostgreSQL writes places of rows, {@code (block,offset)}: postgres_fdw says by them which row it means. A
 * place has 48 bits and an id has 63, most of which are zero.
 *
 * <pre>
 *   47 │ 46                        0
 *    0 │ id                              below 2^47: all nodes
 *    1 │ 62..52 │ 44..28 │ 18..0         the bits of an id whose other ones are zero
 * </pre>
 *
 * <p>Stateless.
 */
final class TupleId {
    private static final Pattern TEXT = Pattern.compile("\\((\\d{1,10}),(\\d{1,5})\\)");
    private static final int PLACE_BITS = 47;
    private static final int HIGH_SHIFT = 52;
    private static final int MIDDLE_SHIFT = 28;
    private static final long MIDDLE_MASK = (1L << 17) - 1;
    private static final int LOW_BITS = 19;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;

    private TupleId() {}

    static String text(long id) {
        return "(" + Integer.toUnsignedString(block(id)) + "," + offset(id) + ")";
    }

    static int block(long id) {
        return (int) (place(id) >>> 16);
    }

    static int offset(long id) {
        return (int) place(id) & 0xFFFF;
    }

    private static long place(long id) {
        if (id >>> PLACE_BITS == 0) {
            return id;
        }
        long place = 1L << PLACE_BITS
                | id >>> HIGH_SHIFT << 17 + LOW_BITS
                | (id >>> MIDDLE_SHIFT & MIDDLE_MASK) << LOW_BITS
                | id & LOW_MASK;
        if (ofPlace(place) != id) {
            throw PostgresFailure.of(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "an id does not fit into a ctid: id=" + id)
                    .hint("name the row by its _id");
        }
        return place;
    }

    private static long ofPlace(long place) {
        if (place >>> PLACE_BITS == 0) {
            return place;
        }
        long rest = place & (1L << PLACE_BITS) - 1;
        return rest >>> 17 + LOW_BITS << HIGH_SHIFT
                | (rest >>> LOW_BITS & MIDDLE_MASK) << MIDDLE_SHIFT
                | rest & LOW_MASK;
    }

    /** The id of a place. */
    static long id(int block, int offset) {
        return ofPlace(Integer.toUnsignedLong(block) << 16 | offset & 0xFFFF);
    }

    /**
     * The id of a text.
     *
     * @throws NumberFormatException if it is none
     */
    static long parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new NumberFormatException(text);
        }
        return id(Integer.parseUnsignedInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
