package org.thetisdb.value.vector;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * A time zone as an {@code int}, for vectors only: a fixed offset is its seconds plus a bias, a region is its place in
 * the sorted list of regions that this JDK knows. Codes of regions differ between JDKs, so files hold names instead.
 */
public final class ZoneCode {
    /** The code of UTC written as {@code Z}. */
    public static final int UTC = 1 << 17;

    private static final int REGION = 1 << 20;

    /** Loaded only when a region is met: listing the regions takes milliseconds. */
    private static final class Regions {
        static final String[] NAMES =
                ZoneId.getAvailableZoneIds().stream().sorted().toArray(String[]::new);
        static final ZoneId[] ZONES = Arrays.stream(NAMES).map(ZoneId::of).toArray(ZoneId[]::new);
    }

    private ZoneCode() {}

    /**
     * {@return the code of a zone} A region that this JDK does not list counts as its standard offset.
     *
     * @param zone an offset or a region
     */
    public static int of(ZoneId zone) {
        if (zone instanceof ZoneOffset offset) {
            return UTC + offset.getTotalSeconds();
        }
        int index = Arrays.binarySearch(Regions.NAMES, zone.getId());
        return index >= 0
                ? REGION + index
                : UTC
                        + zone.getRules()
                                .getStandardOffset(java.time.Instant.EPOCH)
                                .getTotalSeconds();
    }

    /**
     * {@return the zone of a code}
     *
     * @param code as {@link #of} gave it, in this process
     */
    public static ZoneId zone(int code) {
        return code >= REGION ? Regions.ZONES[code - REGION] : ZoneOffset.ofTotalSeconds(code - UTC);
    }

    /**
     * {@return the second word of a zoned datetime}
     *
     * @param nanosecond of the second
     * @param zoneCode as {@link #of} gives it
     */
    public static long pack(int nanosecond, int zoneCode) {
        return (long) nanosecond << 32 | zoneCode;
    }

    /**
     * {@return the nanosecond of the second}
     *
     * @param packed as {@link #pack} gave it
     */
    public static int nanosecond(long packed) {
        return (int) (packed >>> 32);
    }

    /**
     * {@return the code of the zone}
     *
     * @param packed as {@link #pack} gave it
     */
    public static int zoneCode(long packed) {
        return (int) packed;
    }
}
