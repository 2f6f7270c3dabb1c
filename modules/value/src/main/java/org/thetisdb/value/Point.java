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
    public static final int WGS_84 = 4326;
    public static final int WGS_84_3D = 4979;
    public static final int CARTESIAN = 7203;
    public static final int CARTESIAN_3D = 9157;

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

    public static Point of(int srid, double x, double y) {
        return new Point(srid, x, y, Double.NaN);
    }

    public boolean isThreeDimensional() {
        return srid == WGS_84_3D || srid == CARTESIAN_3D;
    }

    public boolean isGeographic() {
        return srid == WGS_84 || srid == WGS_84_3D;
    }

    /** The name that Cypher's {@code crs} key uses. */
    public String crs() {
        return switch (srid) {
            case WGS_84 -> "wgs-84";
            case WGS_84_3D -> "wgs-84-3d";
            case CARTESIAN -> "cartesian";
            default -> "cartesian-3d";
        };
    }
}
