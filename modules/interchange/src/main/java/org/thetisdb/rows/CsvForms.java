package org.thetisdb.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.ValueText;
import org.thetisdb.importer.plan.TypeNames;
import org.thetisdb.json.JsonWriter;
import org.thetisdb.value.Point;

/**
 * How the fields of each column of a CSV file are written, so that COPY … FROM reads them as what they were, and what
 * the header has to say for that.
 *
 * <pre>
 *   EMPTY    nulls only so far                 x
 *   SCALAR   values of one type, as they are   born             which a reader finds by itself, but for at:point
 *   LIST     lists of values of one type       tags:string[]    a;b
 *   ANY      all else                          x:any            JSON, with types that it has no notation for
 * </pre>
 *
 * <p>What no property can be (maps, nodes, lists with nulls) is text in JSON.
 *
 * <p>Invariant: forms only widen, from EMPTY to SCALAR or LIST, and from there to ANY. One thread.
 */
final class CsvForms {
    private static final char LIST_SEPARATOR = ';';

    private final List<String> columns;
    private final Form[] forms;

    private enum Kind {
        EMPTY,
        SCALAR,
        LIST,
        ANY
    }

    /** @param type of the values or of the lists' entries, as Cypher names it; empty if there are none */
    private record Form(Kind kind, String type) {
        static final Form EMPTY = new Form(Kind.EMPTY, "");
        static final Form ANY = new Form(Kind.ANY, "");

        Form and(Form other) {
            if (kind == Kind.EMPTY || equals(other)) {
                return other;
            }
            if (kind == Kind.LIST && other.kind == Kind.LIST && (type.isEmpty() || other.type.isEmpty())) {
                return type.isEmpty() ? other : this;
            }
            return other.kind == Kind.EMPTY ? this : ANY;
        }
    }

    CsvForms(List<String> columns) {
        this.columns = columns;
        forms = new Form[columns.size()];
        Arrays.fill(forms, Form.EMPTY);
    }

    /** Widens the forms so that they have room for this row; whether that changed anything. */
    boolean widen(Object[] row) {
        boolean changed = false;
        for (int column = 0; column < forms.length; column++) {
            Form wider = forms[column].and(of(row[column]));
            changed |= !wider.equals(forms[column]);
            forms[column] = wider;
        }
        return changed;
    }

    private static Form of(Object value) {
        if (value == null) {
            return Form.EMPTY;
        }
        Object property = property(value);
        if (!(property instanceof List<?> list)) {
            return new Form(Kind.SCALAR, ValueText.columnType(property));
        }
        String type = "";
        for (Object entry : list) {
            String text = ValueText.plain(entry);
            String own = ValueText.columnType(entry);
            if (text.isEmpty() || text.indexOf(LIST_SEPARATOR) >= 0 || !type.isEmpty() && !type.equals(own)) {
                return Form.ANY;
            }
            type = own;
        }
        return new Form(Kind.LIST, type);
    }

    /** The value as a property could be: itself, or text. */
    private static Object property(Object value) {
        boolean storable = !(value instanceof Map<?, ?>)
                && !(value instanceof List<?> list
                        && list.stream()
                                .anyMatch(
                                        each -> each == null || each instanceof List<?> || each instanceof Map<?, ?>));
        if (storable) {
            return value;
        }
        StringBuilder json = new StringBuilder();
        JsonWriter.append(json, value);
        return json.toString();
    }

    /** The columns, with types where these have to be declared or where a name would be taken for one with a type. */
    List<String> header() {
        List<String> header = new ArrayList<>(forms.length);
        for (int column = 0; column < forms.length; column++) {
            String name = columns.get(column);
            header.add(name + declaration(forms[column], name.indexOf(':') >= 0));
        }
        return header;
    }

    private static String declaration(Form form, boolean always) {
        String type = TypeNames.headerName(form.type.isEmpty() ? "STRING" : form.type);
        return switch (form.kind) {
            case LIST -> ":" + type + "[]";
            case ANY -> ":any";
            case EMPTY, SCALAR -> always || form.type.equals("POINT") ? ":" + type : "";
        };
    }

    /**
     * The text of a field, and whether it has to be quoted whatever it looks like.
     *
     * @param value not null
     */
    Field field(int column, Object value) {
        Object property = property(value);
        return switch (forms[column].kind) {
            case ANY ->
                new Field(ValueText.any(property), !(property instanceof Number) && !(property instanceof Boolean));
            case LIST -> new Field(joined((List<?>) property), true);
            case EMPTY, SCALAR -> new Field(ValueText.plain(property), property instanceof Point);
        };
    }

    /** @param quoted whether it is not what it would be without quotes */
    record Field(String text, boolean quoted) {}

    private static String joined(List<?> list) {
        StringBuilder text = new StringBuilder();
        String separator = "";
        for (Object entry : list) {
            text.append(separator).append(ValueText.plain(entry));
            separator = String.valueOf(LIST_SEPARATOR);
        }
        return text.toString();
    }
}
