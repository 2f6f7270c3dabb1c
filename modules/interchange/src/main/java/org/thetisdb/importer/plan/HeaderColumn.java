package org.thetisdb.importer.plan;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * What a header says about one column: {@code name}, {@code name:type}, {@code name:type[]}, {@code :ID(Space)} and so
 * on.
 *
 * @param name of the property; may be empty where the role needs none
 * @param idSpace of ids; empty for the space without a name
 * @param type of properties; empty for one of a plain name, which does not say
 */
public record HeaderColumn(Role role, String name, String idSpace, Optional<ValueType> type) {
    /** What a column is for. */
    public enum Role {
        PROPERTY,
        ID,
        LABEL,
        START_ID,
        END_ID,
        TYPE,
        IGNORE
    }

    private static final Pattern ROLE = Pattern.compile("(ID|LABEL|START_ID|END_ID|TYPE|IGNORE)(?:\\(([^)]*)\\))?");

    /** @param column the number of columns before it */
    public static HeaderColumn parse(String text, Path file, int column) {
        int colon = text.lastIndexOf(':');
        String name = (colon < 0 ? text : text.substring(0, colon)).strip();
        String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
        Matcher matcher = ROLE.matcher(rest);
        if (matcher.matches()) {
            String space = matcher.group(2) == null ? "" : matcher.group(2).strip();
            return new HeaderColumn(Role.valueOf(matcher.group(1)), name, space, Optional.empty());
        }
        if (name.isEmpty() && rest.isEmpty()) {
            return new HeaderColumn(Role.IGNORE, "", "", Optional.empty());
        }
        if (colon < 0) {
            return new HeaderColumn(Role.PROPERTY, name, "", Optional.empty());
        }
        // A colon with nothing after it is an old way to say that it is text.
        Optional<ValueType> type = rest.isEmpty() ? Optional.of(ValueType.STRING) : TypeNames.fromHeader(rest);
        if (type.isEmpty() || name.isEmpty()) {
            throw new ThetisException(
                    ErrorCode.IMPORT_BAD_HEADER,
                    "cannot read header: file=" + file + ", line=1, column=" + (column + 1) + ", value='" + text
                            + "'; expected name, name:type, name:type[], :ID(Space), :LABEL, :START_ID(Space), "
                            + ":END_ID(Space), :TYPE or :IGNORE" + Suggestions.orAll(rest, TypeNames.headerNames()));
        }
        return new HeaderColumn(Role.PROPERTY, name, "", type);
    }
}
