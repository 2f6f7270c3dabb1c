package org.thetisdb.postgresql.sql;

import java.util.Locale;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** Names of types as SQL has them. Stateless. */
final class TypeNames {
    private TypeNames() {}

    static PgType of(Translation translation, CastExpression cast) {
        return of(translation, cast, cast.getColDataType());
    }

    static PgType of(Translation translation, Object node, ColDataType written) {
        String name = written.getDataType();
        int dot = name.lastIndexOf('.');
        String bare = dot < 0 ? name : name.substring(dot + 1);
        String plain = bare.replace("\"", "")
                .replaceAll("\\s*\\([^)]*\\)", "")
                .replaceAll("\\s+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
        boolean array = plain.endsWith("[]")
                || written.getArrayData() != null && !written.getArrayData().isEmpty();
        String element = plain.replace("[]", "");
        // Quoted, it is the type of one byte; else one of so many characters.
        String known = element.equals("char") && !bare.contains("\"") ? "bpchar" : element;
        return PgType.ofName(array ? known + "[]" : known)
                .orElseThrow(() -> translation.failure(
                        node, SqlState.UNDEFINED_OBJECT, "type \"" + element + "\" does not exist"));
    }
}
