package org.thetisdb.reference.function;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.value.Point;

/** Points and the distances between them. */
final class PointFunctions {
    /** The radius of the sphere that stands for the Earth, as in Neo4j: that at the equator. */
    private static final double EARTH_RADIUS_METRES = 6_378_140;

    private static final Set<String> KEYS =
            Set.of("x", "y", "z", "longitude", "latitude", "height", "crs", "srid");

    private PointFunctions() {}

    static Object call(Arguments given) {
        return switch (given.function()) {
            case "point" -> point(given.map(0));
            case "point.distance" -> distance(given.point(0), given.point(1));
            default -> withinBox(given.point(0), given.point(1), given.point(2));
        };
    }

    /** Null if a coordinate is. */
    private static Object point(Map<?, ?> map) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!KEYS.contains(entry.getKey())) {
                throw Faults.argument("a point has no such key: key=" + entry.getKey());
            }
            if (entry.getValue() == null) {
                return null;
            }
        }
        boolean named = map.containsKey("longitude") || map.containsKey("latitude");
        double x = coordinate(map, named ? "longitude" : "x");
        double y = coordinate(map, named ? "latitude" : "y");
        String third = map.containsKey("height") ? "height" : "z";
        boolean deep = map.containsKey(third);
        int srid = system(map, named || map.containsKey("height"), deep);
        Point point = deep ? new Point(srid, x, y, coordinate(map, third)) : Point.of(srid, x, y);
        if (point.isGeographic() && (Math.abs(y) > 90 || Math.abs(x) > 180)) {
            throw Faults.argument("no such place on the globe: longitude=" + x + ", latitude=" + y);
        }
        return point;
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
        int srid = geographicNames ? (deep ? Point.WGS_84_3D : Point.WGS_84) : deep ? Point.CARTESIAN_3D : Point.CARTESIAN;
        if (map.containsKey("crs")) {
            srid = named(map.get("crs"));
        } else if (map.containsKey("srid")) {
            srid = map.get("srid") instanceof Long number && (int) (long) number == number
                    ? (int) (long) number
                    : named(map.get("srid"));
        }
        Point wanted = new Point(srid, 0, 0, deep ? 0 : Double.NaN);
        if (geographicNames && !wanted.isGeographic()) {
            throw Faults.argument("longitude, latitude and height are of the globe: srid=" + srid);
        }
        return srid;
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
     * Null between different systems. On the globe the haversine formula, at the mean height of both points; heights make
     * the other side of a right triangle.
     */
    private static Object distance(Point from, Point to) {
        if (from.srid() != to.srid()) {
            return null;
        }
        double rise = from.isThreeDimensional() ? to.z() - from.z() : 0;
        if (!from.isGeographic()) {
            return length(length(to.x() - from.x(), to.y() - from.y()), rise);
        }
        double height = from.isThreeDimensional() ? (from.z() + to.z()) / 2 : 0;
        double latitude1 = Math.toRadians(from.y());
        double latitude2 = Math.toRadians(to.y());
        double haversine = haversine(latitude2 - latitude1)
                + Math.cos(latitude1) * Math.cos(latitude2) * haversine(Math.toRadians(to.x() - from.x()));
        double arc = 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
        return length((EARTH_RADIUS_METRES + height) * arc, rise);
    }

    private static double haversine(double angle) {
        double sine = Math.sin(angle / 2);
        return sine * sine;
    }

    private static double length(double side, double other) {
        return Math.hypot(side, other);
    }

    /** A box on the globe may cross the 180th meridian: its lower left corner is then east of the upper right one. */
    private static Object withinBox(Point point, Point lowerLeft, Point upperRight) {
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
