package org.thetisdb.bench.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the drawing of a profiled plan says of its modes, all places together.
 *
 * @param compiledRows rows that went through compiled code
 * @param interpretedRows rows that came to such a place and were interpreted
 * @param isSettled whether there is a place, and none is still to be compiled
 * @param reasons why it was so, for each place that says it
 */
record PlanModes(long compiledRows, long interpretedRows, boolean isSettled, List<String> reasons) {
    /** A place is a line that has one of these, or both. */
    private static final Pattern COMPILED = Pattern.compile("\\bcompiled ([\\d,]+) rows at");

    private static final Pattern INTERPRETED = Pattern.compile("\\binterpreted ([\\d,]+) rows at");

    /** Of a place that no batch has come to, it is settled how it runs. */
    private static final Pattern FROM_COLUMNS = Pattern.compile("\\bfrom columns ([\\d,]+) rows");

    private static final Pattern REASON = Pattern.compile("ns \\((.*)\\)\\s*\\|?\\s*$");
    private static final String BEING_COMPILED = "being compiled";
    private static final String TOO_SHORT = "too little time";

    PlanModes {
        reasons = List.copyOf(reasons);
    }

    /** Reads the drawing of a plan. */
    static PlanModes of(String drawing) {
        long compiled = 0;
        long interpreted = 0;
        int places = 0;
        int open = 0;
        List<String> reasons = new ArrayList<>();
        for (String line : drawing.split("\n")) {
            long compiledHere = rows(COMPILED, line);
            long interpretedHere = rows(INTERPRETED, line);
            compiled += compiledHere;
            interpreted += interpretedHere;
            if (compiledHere + interpretedHere + rows(FROM_COLUMNS, line) > 0) {
                places++;
                open += line.contains(BEING_COMPILED) || line.contains(TOO_SHORT) ? 1 : 0;
                Matcher reason = REASON.matcher(line);
                if (reason.find()) {
                    reasons.add(reason.group(1));
                }
            }
        }
        return new PlanModes(compiled, interpreted, places > 0 && open == 0, reasons);
    }

    private static long rows(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? Long.parseLong(found.group(1).replace(",", "")) : 0;
    }

    /** The share of the rows that compiled code took, 0 to 1; empty if none came to such a place. */
    OptionalDouble share() {
        long rows = compiledRows + interpretedRows;
        return rows == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) compiledRows / rows);
    }
}
