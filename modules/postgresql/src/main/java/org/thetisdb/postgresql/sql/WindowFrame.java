package org.thetisdb.postgresql.sql;

import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.WindowElement;
import net.sf.jsqlparser.expression.WindowOffset;
import org.jspecify.annotations.Nullable;

/**
 * From which row of its partition to which one a window function looks.
 *
 * @param start the first row
 * @param end the last row
 * @param rows whether CURRENT ROW is that one alone, and not all that are sorted like it
 */
record WindowFrame(Bound start, Bound end, boolean rows) {
    /**
     * One end.
     *
     * @param open whether it is that of the partition: its first row as a start, its last as an end
     * @param offset how far behind the current row; negative in front of it
     */
    private record Bound(boolean open, long offset) {}

    private static final Bound OPEN = new Bound(true, 0);
    private static final Bound CURRENT = new Bound(false, 0);

    /** Without a frame: all rows; sorted, those up to the current one and those like it. */
    static WindowFrame of(Translation translation, AnalyticExpression call, boolean ordered) {
        WindowElement written = call.getWindowElement();
        if (written == null) {
            return new WindowFrame(OPEN, ordered ? CURRENT : OPEN, false);
        }
        if (written.getType() != WindowElement.Type.ROWS && written.getType() != WindowElement.Type.RANGE) {
            throw translation.unsupported(call, "a frame of " + written.getType());
        }
        boolean rows = written.getType() == WindowElement.Type.ROWS;
        WindowOffset start = written.getRange() == null
                ? written.getOffset()
                : written.getRange().getStart();
        WindowOffset end =
                written.getRange() == null ? null : written.getRange().getEnd();
        return new WindowFrame(
                bound(translation, call, start, true, rows),
                end == null ? CURRENT : bound(translation, call, end, false, rows),
                rows);
    }

    private static Bound bound(
            Translation translation, AnalyticExpression call, WindowOffset written, boolean start, boolean rows) {
        WindowOffset.Type type = written.getType();
        @Nullable Expression distance = written.getExpression();
        if (type == WindowOffset.Type.CURRENT) {
            return CURRENT;
        }
        boolean before = type == WindowOffset.Type.PRECEDING;
        if (distance == null && before == start) {
            return OPEN;
        }
        if (!rows || !(distance instanceof LongValue number)) {
            throw translation.unsupported(call, "such a frame");
        }
        return new Bound(false, before ? -number.getValue() : number.getValue());
    }

    boolean isWhole() {
        return start.open() && end.open();
    }

    /** The place of the first row, from 0. */
    String from(Window window) {
        if (start.open()) {
            return "0";
        }
        return rows ? clamped(window, start.offset()) : window.peersFrom();
    }

    /** The place behind the last row. */
    String to(Window window) {
        if (end.open()) {
            return window.count();
        }
        return rows ? clamped(window, end.offset() + 1) : window.peersTo();
    }

    private static String clamped(Window window, long offset) {
        String place = "(" + window.place() + (offset < 0 ? " - " : " + ") + Math.abs(offset) + ")";
        return "CASE WHEN " + place + " < 0 THEN 0 WHEN " + place + " > " + window.count() + " THEN " + window.count()
                + " ELSE " + place + " END";
    }
}
