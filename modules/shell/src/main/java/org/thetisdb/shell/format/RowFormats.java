package org.thetisdb.shell.format;

import java.util.List;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** The formats by their names. Stateless. */
public final class RowFormats {
    /** The names that {@code --format} takes. */
    public static final List<String> NAMES =
            List.of("table", "box", "line", "markdown", "html", "csv", "tabs", "insert", "json", "jsonl");

    private RowFormats() {}

    /** Whether a format is for people, so that remarks may appear among its rows. */
    public static boolean isForPeople(String name) {
        return name.equals("table") || name.equals("box") || name.equals("line");
    }

    /** A format by its name, with everything in full. */
    public static RowFormat of(String name, Output output) {
        return of(name, output, ResultLayout.WHOLE);
    }

    /** A format by its name. */
    public static RowFormat of(String name, Output output, ResultLayout layout) {
        return switch (name) {
            case "table" -> new TableFormat(output, layout);
            case "box" -> new TableFormat(output, layout.inFile());
            case "line" -> new LineFormat(output, layout);
            case "markdown" -> TableFormat.markdown(output, layout);
            case "html" -> new HtmlFormat(output, layout);
            case "csv" -> new CsvFormat(output, layout);
            case "tabs" -> new TabsFormat(output, layout);
            case "insert" -> new InsertFormat(output, layout);
            case "json" -> new JsonFormat(output, true);
            case "jsonl" -> new JsonFormat(output, false);
            default ->
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "unknown format: " + name + "; choose one of " + String.join(", ", NAMES)
                                + Suggestions.didYouMean(name, NAMES));
        };
    }
}
