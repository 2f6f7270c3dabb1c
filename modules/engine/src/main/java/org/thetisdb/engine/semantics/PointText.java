package org.thetisdb.engine.semantics;

import org.thetisdb.value.Point;

/** A point as {@code toString()} and string concatenation write it. */
public final class PointText {
    private PointText() {}

    public static String of(Point point) {
        return "point({x: " + point.x() + ", y: " + point.y()
                + (point.isThreeDimensional() ? ", z: " + point.z() : "")
                + ", crs: '" + point.crs() + "'})";
    }
}
