package org.thetisdb.shell.argument;

import java.time.DateTimeException;
import org.thetisdb.value.Point;

/** Points as extended well-known text, {@code SRID=4326;POINT (12.5 55.7)}. Stateless. */
final class PointText {
    private PointText() {}

    static Point parse(String text) {
        int semicolon = text.indexOf(';');
        int open = text.indexOf('(');
        int close = text.indexOf(')');
        boolean shaped = text.startsWith("SRID=") && semicolon > 5 && open > semicolon && close > open;
        if (!shaped) {
            throw new DateTimeException("a point is written SRID=4326;POINT (12.5 55.7): text=" + text);
        }
        int srid = Integer.parseInt(text.substring(5, semicolon));
        String[] coordinates = text.substring(open + 1, close).strip().split(" +");
        double x = Double.parseDouble(coordinates[0]);
        double y = coordinates.length > 1 ? Double.parseDouble(coordinates[1]) : Double.NaN;
        return coordinates.length > 2
                ? new Point(srid, x, y, Double.parseDouble(coordinates[2]))
                : Point.of(srid, x, y);
    }
}
