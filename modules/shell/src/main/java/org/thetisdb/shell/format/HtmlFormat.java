package org.thetisdb.shell.format;

import java.util.List;
import org.thetisdb.Record;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Output;

/** A table of HTML, to be put into a page. */
final class HtmlFormat implements RowFormat {
    private final Output output;
    private final ResultLayout layout;

    HtmlFormat(Output output, ResultLayout layout) {
        this.output = output;
        this.layout = layout;
    }

    @Override
    public void begin(List<String> columns) {
        output.println("<table>");
        StringBuilder text = output.text().append("<tr>");
        columns.forEach(column -> appendCell(text, "th", column));
        text.append("</tr>\n");
    }

    @Override
    public void row(Record row) {
        StringBuilder text = output.text().append("<tr>");
        for (int index = 0; index < row.size(); index++) {
            appendCell(text, "td", CellText.of(row.get(index), layout.nullText()));
        }
        text.append("</tr>\n");
        output.checkpoint();
    }

    @Override
    public void end() {
        output.println("</table>");
    }

    private static void appendCell(StringBuilder text, String tag, String value) {
        text.append('<').append(tag).append('>');
        for (int index = 0; index < value.length(); index++) {
            char unit = value.charAt(index);
            switch (unit) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                default -> text.append(unit);
            }
        }
        text.append("</").append(tag).append('>');
    }
}
