package org.thetisdb.shell.statement;

import java.util.List;
import org.thetisdb.JsonOutput;
import org.thetisdb.cypher.ErrorText;
import org.thetisdb.shell.format.RowFormats;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.Notification;
import org.thetisdb.value.ThetisException.Position;

/**
 * Writes the notifications of a statement: for people with the line of the query and a caret, for
 * programs that read JSON as an object on a line of its own.
 *
 * <pre>
 *   warning THETIS-8001: no node has the label `Persn`; did you mean `Person`?
 *   1 | MATCH (p:Persn) RETURN p
 *     |          ^
 *   {"notification":{"code":"THETIS-8001","gqlStatus":"01N50","severity":"WARNING","category":"UNRECOGNIZED",
 *    "title":"…","description":"…","position":{"offset":9,"line":1,"column":10}}}
 * </pre>
 */
final class NotificationOutput {
    private NotificationOutput() {}

    /**
     * Writes to the standard error, so that rows stay rows.
     *
     * @param statement in whose source places are given
     * @param format one of {@link RowFormats#NAMES}
     */
    static void write(List<Notification> notifications, Statement statement, String format, Output errors) {
        boolean json = format.startsWith("json");
        for (Notification each : notifications) {
            Notification placed = statement.placed(each);
            errors.println(
                    json
                            ? json(placed, statement.source().offset())
                            : ErrorText.render(statement.source().text(), placed, errors.columns()));
        }
        errors.flush();
    }

    /** @param offset of the lines that the notification has its place in */
    private static String json(Notification notification, long offset) {
        StringBuilder json = new StringBuilder("{\"notification\":{");
        member(json, "code", notification.code().code()).append(',');
        member(json, "gqlStatus", notification.code().gqlStatus()).append(',');
        member(json, "severity", notification.code().severity().name()).append(',');
        member(json, "category", notification.code().category().name()).append(',');
        member(json, "title", notification.code().title()).append(',');
        member(json, "description", notification.description());
        if (notification.position().isPresent()) {
            Position place = notification.position().get();
            json.append(",\"position\":{\"offset\":").append(offset + place.offset());
            json.append(",\"line\":").append(place.line());
            json.append(",\"column\":").append(place.column()).append('}');
        }
        return json.append("}}").toString();
    }

    private static StringBuilder member(StringBuilder json, String name, String value) {
        JsonOutput.appendString(json, name);
        json.append(':');
        JsonOutput.appendString(json, value);
        return json;
    }
}
