package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lays out a plan: texts to the left, of which the last is wrapped where it is too long for a line, numbers to the
 * right.
 *
 * <p>Belongs to one thread.
 */
public final class PlanTable {
    private static final int DETAILS_WIDTH_MAX = 84;

    /** A line that continues another or names a part has no numbers. */
    private record Line(List<String> texts, List<String> numbers) {}

    private final List<Line> lines = new ArrayList<>();
    private final int textCount;

    /** Begins a table with the headings of its columns. */
    public PlanTable(List<String> textHeadings, List<String> numberHeadings) {
        textCount = textHeadings.size();
        lines.add(new Line(textHeadings, numberHeadings));
    }

    /** An estimated number of rows. Small ones keep a decimal: 0.1 rows for each outer row is not none. */
    public static String estimate(double rows) {
        return rows < 10 && rows != Math.rint(rows)
                ? String.format(Locale.ROOT, "%.1f", rows)
                : String.format(Locale.ROOT, "%,.0f", rows);
    }

    /** Adds a line with the name of a part. */
    public void heading(String name) {
        lines.add(new Line(texts(List.of(name)), List.of()));
    }

    /**
     * Adds a row, on several lines if its last text is long.
     *
     * @param indent begins the lines that continue it
     */
    public void row(String indent, List<String> texts, List<String> numbers) {
        List<String> details = wrapped(texts.getLast());
        List<String> first = new ArrayList<>(texts.subList(0, textCount - 1));
        first.add(details.getFirst());
        lines.add(new Line(first, numbers));
        for (String more : details.subList(1, details.size())) {
            List<String> continued = new ArrayList<>(texts(List.of(indent)));
            continued.set(textCount - 1, "  " + more);
            lines.add(new Line(continued, List.of()));
        }
    }

    private List<String> texts(List<String> given) {
        List<String> texts = new ArrayList<>(given);
        while (texts.size() < textCount) {
            texts.add("");
        }
        return texts;
    }

    /** Cut at blanks where it is too long for a line. */
    private static List<String> wrapped(String details) {
        List<String> pieces = new ArrayList<>();
        String rest = details;
        while (rest.length() > DETAILS_WIDTH_MAX) {
            int blank = rest.lastIndexOf(' ', DETAILS_WIDTH_MAX);
            int end = blank > 0 ? blank : DETAILS_WIDTH_MAX;
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
        pieces.add(rest);
        return pieces;
    }

    /** The whole table, each line with its end. */
    public String text() {
        int[] textWidths = widths(textCount, true);
        int[] numberWidths = widths(lines.getFirst().numbers().size(), false);
        StringBuilder table = new StringBuilder();
        for (Line line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < textCount; column++) {
                String cell = line.texts().get(column);
                int gap = column == textCount - 1 ? 0 : 2;
                text.append(cell).repeat(' ', textWidths[column] - cell.length() + gap);
            }
            for (int column = 0; column < line.numbers().size(); column++) {
                String cell = line.numbers().get(column);
                text.repeat(' ', numberWidths[column] - cell.length() + 2).append(cell);
            }
            table.append(text.toString().stripTrailing()).append('\n');
        }
        return table.toString();
    }

    private int[] widths(int columnCount, boolean ofTexts) {
        int[] widths = new int[columnCount];
        for (Line line : lines) {
            List<String> cells = ofTexts ? line.texts() : line.numbers();
            for (int column = 0; column < cells.size(); column++) {
                widths[column] = Math.max(widths[column], cells.get(column).length());
            }
        }
        return widths;
    }
}
