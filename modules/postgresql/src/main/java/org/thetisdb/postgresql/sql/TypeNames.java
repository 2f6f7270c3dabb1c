package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.statement.create.table.ColDataType;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.type.PgType;

/** Names of types as SQL has them. Stateless. */
final class TypeNames {
    private static final Pattern IN_PARENTHESES = Pattern.compile("\\(([^)]*)\\)");

    private TypeNames() {}

    static PgType of(Translation translation, CastExpression cast) {
        return of(translation, cast, cast.getColDataType());
    }

    /** The numbers behind a name, such as 10 and 2 of {@code numeric(10, 2)}. */
    static List<Integer> modifiers(Translation translation, CastExpression cast) {
        ColDataType written = cast.getColDataType();
        List<String> texts = new ArrayList<>();
        if (written.getArgumentsStringList() != null) {
            texts.addAll(written.getArgumentsStringList());
        }
        Matcher inside = IN_PARENTHESES.matcher(written.getDataType());
        if (inside.find()) {
            texts.addAll(List.of(inside.group(1).split(",")));
        }
        List<Integer> numbers = new ArrayList<>();
        for (String text : texts) {
            if (!text.strip().matches("\\d{1,8}")) {
                throw translation.unsupported(cast, "the type " + written);
            }
            numbers.add(Integer.valueOf(text.strip()));
        }
        return numbers;
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
