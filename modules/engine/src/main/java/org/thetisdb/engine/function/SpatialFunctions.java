package org.thetisdb.engine.function;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.Point;

/** point() and the like. Distances on the globe by the haversine formula. */
final class SpatialFunctions {
    private static final double EARTH_RADIUS_METRES = 6_378_140.0;

    private SpatialFunctions() {}

    static void register(FunctionDefinitions table) {
        table.add("point", (context, values) -> {
            if (values[0] instanceof Map<?, ?> map) {
                return point(map);
            }
            throw Errors.type("point()", "a MAP", values[0]);
        });
        table.add(
                "point.distance",
                (context, values) ->
                        values[0] instanceof Point a && values[1] instanceof Point b && a.srid() == b.srid()
                                ? (Object) distance(a, b)
                                : null);
        table.add(
                "point.withinbbox",
                (context, values) -> values[0] instanceof Point point
                                && values[1] instanceof Point low
                                && values[2] instanceof Point high
                                && point.srid() == low.srid()
                                && point.srid() == high.srid()
                        ? (Object) isWithin(point, low, high)
                        : null);
    }

    private static @Nullable Object point(Map<?, ?> map) {
        if (map.values().stream().anyMatch(value -> value == null)) {
            return null;
        }
        boolean geographic = map.containsKey("longitude") || map.containsKey("latitude");
        Object x = map.get(map.containsKey("x") ? "x" : "longitude");
        Object y = map.get(map.containsKey("y") ? "y" : "latitude");
        Object z = map.get(map.containsKey("z") ? "z" : "height");
        if (x == null || y == null) {
            throw Errors.argument("point() takes x and y, or longitude and latitude: keys=" + map.keySet());
        }
        int srid = srid(map, geographic, z != null);
        double first = coordinate(x);
        double second = coordinate(y);
        if (srid == Point.WGS_84 || srid == Point.WGS_84_3D) {
            if (second < -90 || second > 90) {
                throw Errors.argument("a latitude is between -90 and 90: latitude=" + second);
            }
            first = wrapped(first);
        }
        // The reference system fits the number of coordinates, or srid() has refused it.
        return new Point(srid, first, second, z == null ? Double.NaN : coordinate(z));
    }

    private static double coordinate(Object value) {
        double coordinate = Arguments.number("point()", value);
        if (!Double.isFinite(coordinate)) {
            throw Errors.argument("a coordinate is a finite number: coordinate=" + coordinate);
        }
        return coordinate;
    }

    private static double wrapped(double longitude) {
        if (longitude >= -180 && longitude <= 180) {
            return longitude;
        }
        double turned = (longitude + 180) % 360;
        return turned < 0 ? turned + 180 : turned - 180;
    }

    private static int srid(Map<?, ?> map, boolean geographic, boolean deep) {
        int srid;
        if (map.containsKey("srid")) {
            srid = Math.clamp(Arguments.integer("the field srid", map.get("srid")), 0, Integer.MAX_VALUE);
        } else if (map.containsKey("crs")) {
            String crs = Arguments.text("the field crs", map.get("crs"));
            srid = switch (crs.toLowerCase(Locale.ROOT)) {
                case "wgs-84" -> Point.WGS_84;
                case "wgs-84-3d" -> Point.WGS_84_3D;
                case "cartesian" -> Point.CARTESIAN;
                case "cartesian-3d" -> Point.CARTESIAN_3D;
                default ->
                    throw Errors.argument("unknown coordinate reference system: crs=" + crs
                            + "; use wgs-84, wgs-84-3d, cartesian or cartesian-3d");
            };
        } else if (geographic) {
            srid = deep ? Point.WGS_84_3D : Point.WGS_84;
        } else {
            srid = deep ? Point.CARTESIAN_3D : Point.CARTESIAN;
        }
        boolean wantsDepth = srid == Point.WGS_84_3D || srid == Point.CARTESIAN_3D;
        if (wantsDepth != deep || geographic && (srid == Point.CARTESIAN || srid == Point.CARTESIAN_3D)) {
            throw Errors.argument("the coordinates do not fit the coordinate reference system: keys=" + map.keySet()
                    + ", srid=" + srid);
        }
        return srid;
    }

    private static double distance(Point a, Point b) {
        if (!a.isGeographic()) {
            double x = a.x() - b.x();
            double y = a.y() - b.y();
            double z = a.isThreeDimensional() ? a.z() - b.z() : 0;
            // Squares of large coordinates would overflow where the distance does not.
            return Math.hypot(Math.hypot(x, y), z);
        }
        double latitudes = Math.toRadians(b.y() - a.y());
        double longitudes = Math.toRadians(b.x() - a.x());
        double half = square(Math.sin(latitudes / 2))
                + square(Math.sin(longitudes / 2)) * Math.cos(Math.toRadians(a.y())) * Math.cos(Math.toRadians(b.y()));
        double angle = 2 * Math.asin(Math.min(1, Math.sqrt(half)));
        if (!a.isThreeDimensional()) {
            return EARTH_RADIUS_METRES * angle;
        }
        double ground = (EARTH_RADIUS_METRES + (a.z() + b.z()) / 2) * angle;
        return Math.sqrt(square(ground) + square(a.z() - b.z()));
    }

    private static double square(double value) {
        return value * value;
    }

    /** On the globe, a box whose west side is east of its east side crosses the 180th meridian. */
    private static boolean isWithin(Point point, Point low, Point high) {
        boolean crossing = point.isGeographic() && low.x() > high.x();
        boolean x = crossing
                ? point.x() >= low.x() || point.x() <= high.x()
                : point.x() >= low.x() && point.x() <= high.x();
        boolean y = point.y() >= low.y() && point.y() <= high.y();
        boolean z = !point.isThreeDimensional() || point.z() >= low.z() && point.z() <= high.z();
        return x && y && z;
    }
}
