package org.thetisdb.storage.column;

import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.vector.Vector;

/**
 * Durations.
 *
 * <pre>
 *   parts 0 to 3   packed: months, days, seconds, nanoseconds
 * </pre>
 */
final class DurationsCodec implements ObjectReader {
    private final SegmentBytes bytes;
    private final Packed months;
    private final Packed days;
    private final Packed seconds;
    private final Packed nanoseconds;

    DurationsCodec(SegmentBytes bytes, Packed[] parts) {
        this.bytes = bytes;
        this.months = parts[0];
        this.days = parts[1];
        this.seconds = parts[2];
        this.nanoseconds = parts[3];
    }

    static void encode(SegmentDraft draft, Object[] objects) {
        draft.begin(Encoding.DURATIONS);
        for (int part = 0; part < SegmentLayout.PART_COUNT; part++) {
            long[] fields = draft.codes(draft.valueCount());
            for (int i = 0; i < draft.valueCount(); i++) {
                fields[i] = field((IsoDuration) objects[draft.row(i)], part);
            }
            draft.packed(part, fields, draft.valueCount());
        }
    }

    private static long field(IsoDuration duration, int part) {
        return switch (part) {
            case 0 -> duration.months();
            case 1 -> duration.days();
            case 2 -> duration.seconds();
            default -> duration.nanoseconds();
        };
    }

    @Override
    public void tell(long value, Vector scratch) {
        months.wantSoon(value);
        days.wantSoon(value);
        seconds.wantSoon(value);
        nanoseconds.wantSoon(value);
    }

    @Override
    public Object object(long value) {
        return new IsoDuration(bytes.get(months, value), bytes.get(days, value), bytes.get(seconds, value), (int)
                bytes.get(nanoseconds, value));
    }
}
