package org.thetisdb.value;

/**
 * A point of one of four coordinate reference systems.
 *
 * @param srid 4326 (WGS-84), 4979 (WGS-84 3D), 7203 (Cartesian) or 9157 (Cartesian 3D)
 * @param x longitude in degrees for WGS-84
 * @param y latitude in degrees for WGS-84
 * @param z height in metres for WGS-84 3D; NaN in two dimensions
 */
public record Point(int srid, double x, double y, double z) {
    /** Longitude and latitude on the earth. */
    public static final int WGS_84 = 4326;
    /** Longitude, latitude and height. */
    public static final int WGS_84_3D = 4979;
    /** Two coordinates of any unit. */
    public static final int CARTESIAN = 7203;
    /** Three coordinates of any unit. */
    public static final int CARTESIAN_3D = 9157;

    /**
     * Checks that system and number of coordinates fit each other.
     *
     * @throws ThetisException {@link ErrorCode#INVALID_ARGUMENT} if they do not
     */
    public Point {
        boolean deep = srid == WGS_84_3D || srid == CARTESIAN_3D;
        if (!deep && srid != WGS_84 && srid != CARTESIAN) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT,
                    "unknown coordinate reference system: srid=" + srid + "; use 4326, 4979, 7203 or 9157");
        }
        if (deep == Double.isNaN(z)) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT, "wrong number of coordinates: srid=" + srid + ", z=" + z);
        }
    }

    /**
     * {@return a point in two dimensions}
     *
     * @param srid {@link #WGS_84} or {@link #CARTESIAN}
     * @param x longitude in degrees for WGS-84
     * @param y latitude in degrees for WGS-84
     * @throws ThetisException {@link ErrorCode#INVALID_ARGUMENT} if the system has three dimensions, or is none of the
     *     four
     */
    public static Point of(int srid, double x, double y) {
        return new Point(srid, x, y, Double.NaN);
    }

    /** {@return whether it has a {@code z}} */
    public boolean isThreeDimensional() {
        return srid == WGS_84_3D || srid == CARTESIAN_3D;
    }

    /** {@return whether it lies on the earth, so that distances are along its surface} */
    public boolean isGeographic() {
        return srid == WGS_84 || srid == WGS_84_3D;
    }

    /** {@return the name that Cypher's {@code crs} key uses} */
    public String crs() {
        return switch (srid) {
            case WGS_84 -> "wgs-84";
            case WGS_84_3D -> "wgs-84-3d";
            case CARTESIAN -> "cartesian";
            default -> "cartesian-3d";
        };
    }
}
