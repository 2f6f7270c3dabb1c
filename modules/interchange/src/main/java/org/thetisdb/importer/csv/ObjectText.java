package org.thetisdb.importer.csv;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/** Reads the types that vectors hold as objects: durations and points. */
final class ObjectText {
    private static final String INTEGER = "([-+]?\\d{1,18})";

    private static final Pattern DURATION = Pattern.compile("([-+]?)P(?=.)(?:" + INTEGER + "Y)?(?:" + INTEGER + "M)?(?:"
            + INTEGER + "W)?(?:" + INTEGER + "D)?(?:T(?=.)(?:" + INTEGER + "H)?(?:" + INTEGER
            + "M)?(?:([-+]?\\d{1,18}(?:[.,]\\d{1,9})?)S)?)?");

    private static final Pattern POINT_ENTRY =
            Pattern.compile("\\s*([A-Za-z]+)\\s*:\\s*(?:\"([^\"]*)\"|'([^']*)'|([^,}]*?))\\s*(?:,|$)");

    private ObjectText() {}

    static Optional<Object> duration(String text) {
        Matcher matcher = DURATION.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long sign = matcher.group(1).equals("-") ? -1 : 1;
        try {
            long months = Math.addExact(Math.multiplyExact(part(matcher, 2), 12L), part(matcher, 3));
            long days = Math.addExact(Math.multiplyExact(part(matcher, 4), 7L), part(matcher, 5));
            long seconds = Math.addExact(
                    Math.multiplyExact(part(matcher, 6), 3600L), Math.multiplyExact(part(matcher, 7), 60L));
            BigDecimal fraction = matcher.group(8) == null
                    ? BigDecimal.ZERO
                    : new BigDecimal(matcher.group(8).replace(',', '.'));
            long wholeSeconds = fraction.longValue();
            long nanoseconds =
                    fraction.remainder(BigDecimal.ONE).movePointRight(9).longValueExact();
            return Optional.of(IsoDuration.of(
                    sign * months, sign * days, sign * Math.addExact(seconds, wholeSeconds), sign * nanoseconds));
        } catch (ArithmeticException outOfRange) {
            return Optional.empty();
        }
    }

    private static long part(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
    }

    /** {@code {x:1, y:2}}, {@code {latitude:1, longitude:2, height:3}}, with {@code crs} or {@code srid} if need be. */
    static Optional<Object> point(String text) {
        String trimmed = text.strip();
        if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) {
            return Optional.empty();
        }
        Map<String, String> entries = new HashMap<>();
        String body = trimmed.substring(1, trimmed.length() - 1).strip();
        Matcher matcher = POINT_ENTRY.matcher(body);
        while (matcher.regionStart() < body.length()) {
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            String value = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
            entries.put(matcher.group(1).toLowerCase(Locale.ROOT), value != null ? value : matcher.group(4));
            matcher.region(matcher.end(), body.length());
        }
        try {
            return point(entries);
        } catch (NumberFormatException | ThetisException wrong) {
            return Optional.empty();
        }
    }

    private static Optional<Object> point(Map<String, String> entries) {
        boolean geographic = entries.containsKey("latitude") || entries.containsKey("longitude");
        String first = entries.remove(geographic ? "longitude" : "x");
        String second = entries.remove(geographic ? "latitude" : "y");
        String height = entries.remove("height");
        String third = height != null ? height : entries.remove("z");
        String crs = entries.remove("crs");
        String srid = entries.remove("srid");
        if (first == null || second == null || !entries.isEmpty()) {
            return Optional.empty();
        }
        boolean deep = third != null;
        int system = srid != null ? Integer.parseInt(srid) : crs != null ? sridOf(crs) : sridOf(geographic, deep);
        double z = deep ? Double.parseDouble(third) : Double.NaN;
        return Optional.of(new Point(system, Double.parseDouble(first), Double.parseDouble(second), z));
    }

    private static int sridOf(boolean geographic, boolean deep) {
        if (geographic) {
            return deep ? Point.WGS_84_3D : Point.WGS_84;
        }
        return deep ? Point.CARTESIAN_3D : Point.CARTESIAN;
    }

    private static int sridOf(String crs) {
        return switch (crs.toLowerCase(Locale.ROOT)) {
            case "wgs-84" -> Point.WGS_84;
            case "wgs-84-3d" -> Point.WGS_84_3D;
            case "cartesian" -> Point.CARTESIAN;
            case "cartesian-3d" -> Point.CARTESIAN_3D;
            default -> throw new NumberFormatException(crs);
        };
    }
}
