package org.thetisdb.reference.function;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.Point;

/** Points and the distances between them. */
final class PointFunctions {
    /** The radius of the sphere that models the Earth, as in Neo4j: that at the equator. */
    private static final double EARTH_RADIUS_METRES = 6_378_140;

    private PointFunctions() {}

    static @Nullable Object call(Arguments given) {
        return switch (given.function()) {
            case "point" -> point(given.map(0));
            case "point.distance" ->
                given.values().stream().allMatch(Point.class::isInstance)
                        ? distance(given.point(0), given.point(1))
                        : null;
            default ->
                given.values().stream().allMatch(Point.class::isInstance)
                        ? withinBox(given.point(0), given.point(1), given.point(2))
                        : null;
        };
    }

    /** Null if anything in the map is. Other keys than a point's do not count, so that a node's properties do. */
    private static @Nullable Object point(Map<?, ?> map) {
        if (Fields.anyIsNull(map)) {
            return null;
        }
        boolean named = map.containsKey("longitude") || map.containsKey("latitude");
        double x = coordinate(map, named ? "longitude" : "x");
        double y = coordinate(map, named ? "latitude" : "y");
        String third = map.containsKey("height") ? "height" : "z";
        boolean deep = map.containsKey(third);
        int srid = system(map, named, deep);
        double z = deep ? coordinate(map, third) : Double.NaN;
        if (srid != Point.WGS_84 && srid != Point.WGS_84_3D) {
            return new Point(srid, x, y, z);
        }
        if (Math.abs(y) > 90) {
            throw Faults.argument("no such place on the globe: latitude=" + y);
        }
        return new Point(srid, Math.abs(x) <= 180 ? x : x - 360 * Math.floor((x + 180) / 360), y, z);
    }

    private static double coordinate(Map<?, ?> map, String key) {
        Object value = map.get(key);
        if (value == null) {
            throw Faults.argument("a point needs " + key);
        }
        if (!(value instanceof Number number)) {
            throw Faults.type("a point's " + key, "a number", value);
        }
        if (!Double.isFinite(number.doubleValue())) {
            throw Faults.argument("a coordinate is a finite number: " + key + "=" + value);
        }
        return number.doubleValue();
    }

    private static int system(Map<?, ?> map, boolean geographicNames, boolean deep) {
        int srid =
                geographicNames ? (deep ? Point.WGS_84_3D : Point.WGS_84) : deep ? Point.CARTESIAN_3D : Point.CARTESIAN;
        if (map.containsKey("srid")) {
            srid = numbered(map.get("srid"));
        } else if (map.containsKey("crs")) {
            srid = named(map.get("crs"));
        }
        Point wanted = new Point(srid, 0, 0, deep ? 0 : Double.NaN);
        if (geographicNames && !wanted.isGeographic()) {
            throw Faults.argument("longitude and latitude are of the globe: srid=" + srid);
        }
        return srid;
    }

    private static int numbered(Object number) {
        if (!(number instanceof Long srid)) {
            throw Faults.type("a point's srid", "an INTEGER", number);
        }
        if (srid < 0 || srid > 10_000) {
            throw Faults.argument("unknown coordinate reference system: srid=" + srid);
        }
        return (int) (long) srid;
    }

    private static int named(Object name) {
        if (!(name instanceof String text)) {
            throw Faults.type("a point's crs", "a STRING", name);
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "wgs-84" -> Point.WGS_84;
            case "wgs-84-3d" -> Point.WGS_84_3D;
            case "cartesian" -> Point.CARTESIAN;
            case "cartesian-3d" -> Point.CARTESIAN_3D;
            default -> throw Faults.argument("unknown coordinate reference system: crs=" + text);
        };
    }

    /**
     * Null between different systems. On the globe the haversine formula, at the mean height of both points; heights
     * are the other side of a right triangle.
     */
    private static @Nullable Object distance(Point from, Point to) {
        if (from.srid() != to.srid()) {
            return null;
        }
        double rise = from.isThreeDimensional() ? to.z() - from.z() : 0;
        if (!from.isGeographic()) {
            return length(to.x() - from.x(), to.y() - from.y(), rise);
        }
        double height = from.isThreeDimensional() ? (from.z() + to.z()) / 2 : 0;
        double latitude1 = Math.toRadians(from.y());
        double latitude2 = Math.toRadians(to.y());
        double haversine = haversine(latitude2 - latitude1)
                + Math.cos(latitude1) * Math.cos(latitude2) * haversine(Math.toRadians(to.x() - from.x()));
        double arc = 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
        return length((EARTH_RADIUS_METRES + height) * arc, rise, 0);
    }

    private static double haversine(double angle) {
        double sine = Math.sin(angle / 2);
        return sine * sine;
    }

    private static double length(double x, double y, double z) {
        // Squares of large coordinates would overflow where the distance does not.
        return Math.hypot(Math.hypot(x, y), z);
    }

    /** A box on the globe may cross the 180th meridian: its lower left corner is then east of the upper right one. */
    private static @Nullable Object withinBox(Point point, Point lowerLeft, Point upperRight) {
        if (point.srid() != lowerLeft.srid() || point.srid() != upperRight.srid()) {
            return null;
        }
        boolean crosses = point.isGeographic() && lowerLeft.x() > upperRight.x();
        boolean inX = crosses
                ? point.x() >= lowerLeft.x() || point.x() <= upperRight.x()
                : point.x() >= lowerLeft.x() && point.x() <= upperRight.x();
        boolean inY = point.y() >= lowerLeft.y() && point.y() <= upperRight.y();
        boolean inZ = !point.isThreeDimensional() || point.z() >= lowerLeft.z() && point.z() <= upperRight.z();
        return inX && inY && inZ;
    }

    static String toText(Point point) {
        String third = point.isThreeDimensional() ? ", z: " + point.z() : "";
        return "point({x: " + point.x() + ", y: " + point.y() + third + ", crs: '" + point.crs() + "'})";
    }
}
