package org.thetisdb.shell.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.CypherText;
import org.thetisdb.shell.format.ResultLayout;
import org.thetisdb.shell.format.RowFormats;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** How results look, and the commands that change it. One thread. */
final class Display {
    private final Output screen;
    private ResultLayout layout;
    private String format;
    private boolean timer;

    Display(Output screen, String format) {
        RowFormats.of(format, screen);
        this.screen = screen;
        this.layout = ResultLayout.onScreen(screen::columns);
        this.format = format;
    }

    String format() {
        return format;
    }

    ResultLayout layout() {
        return layout;
    }

    boolean timer() {
        return timer;
    }

    /** {@code .mode}, with the label that {@code insert} gives its nodes. */
    void mode(String text) {
        if (!text.isEmpty()) {
            DotWords words = DotWords.of(text);
            RowFormats.of(words.first(), screen);
            boolean labelled = words.first().equals("insert");
            if (!words.rest().isEmpty() && !labelled) {
                throw usage(".mode takes a format, and for insert a label", text);
            }
            format = words.first();
            layout = words.rest().isEmpty() ? layout : layout.withLabel(PatternNames.name(words.rest()));
        }
        screen.println("mode: " + format + (format.equals("insert") ? " " + CypherText.name(layout.label()) : ""));
    }

    void timer(String state) {
        timer = switched(".timer", state, timer);
        screen.println("timer: " + (timer ? "on" : "off"));
    }

    /** What a command that takes on or off makes of a state; alone it turns it over. */
    static boolean switched(String command, String state, boolean now) {
        return switch (state) {
            case "on" -> true;
            case "off" -> false;
            case "" -> !now;
            default -> throw usage(command + " takes on or off", state);
        };
    }

    void maxRows(String text) {
        if (!text.isEmpty()) {
            layout = layout.withMaxRows(text.equals("all") ? 0 : number(".maxrows", text));
        }
        screen.println("maxrows: " + (layout.maxRows() == 0 ? "all" : Long.toString(layout.maxRows())));
    }

    void widths(String text) {
        if (text.equals("auto")) {
            layout = layout.withWidths(List.of());
        } else if (!text.isEmpty()) {
            List<Integer> widths = new ArrayList<>();
            for (String word : text.split("[\\s,]+")) {
                widths.add(number(".width", word));
            }
            layout = layout.withWidths(widths);
        }
        StringBuilder widths = new StringBuilder();
        layout.widths().forEach(width -> widths.append(' ').append(width));
        screen.println("width:" + (widths.isEmpty() ? " auto" : widths));
    }

    /** Alone, it gives each format its own word for null again; quotes around the text are not part of it. */
    void nullText(String text) {
        String plain = DotWords.whole(text);
        layout = layout.withNullText(text.isEmpty() ? Optional.empty() : Optional.of(plain));
        screen.println("nullvalue: " + (text.isEmpty() ? "as the format has it" : "'" + plain + "'"));
    }

    private static int number(String command, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as for a number that is negative
        }
        throw usage(command + " takes numbers from 0 on, where 0 is no limit", text);
    }

    private static ThetisException usage(String what, String given) {
        return new ThetisException(ErrorCode.USAGE, what + ", not `" + given + "`");
    }
}
