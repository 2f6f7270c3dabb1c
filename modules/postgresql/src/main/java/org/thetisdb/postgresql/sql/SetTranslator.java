package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.sql.SelectTranslator.Translated;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;

/**
 * UNION, INTERSECT and EXCEPT.
 *
 * <pre>
 *   a UNION [ALL] b        ──► a UNION [ALL] b
 *   a INTERSECT [ALL] b    ──► rows of both, marked, by groups of equal ones: so many left, so many right
 *   a EXCEPT [ALL] b           WHERE both [UNWIND the smaller number] │ WHERE left only [UNWIND the difference]
 * </pre>
 *
 * <p>INTERSECT binds closer than the others, which go from left to right. Equal are two rows as groups have it: nulls
 * are.
 */
final class SetTranslator {
    private final Translation translation;
    private final SelectTranslator selects;

    SetTranslator(Translation translation, SelectTranslator selects) {
        this.translation = translation;
        this.selects = selects;
    }

    Translated translate(SetOperationList sets) {
        List<Select> parts = sets.getSelects();
        // The library gives what is behind the last part to that part.
        Select last = parts.getLast();
        boolean lastHasTail = (last instanceof PlainSelect || last instanceof Values) && SelectTranslator.hasTail(last);
        List<Translated> operands = new ArrayList<>();
        List<String> operators = new ArrayList<>();
        List<Translated> typed = typed(parts, lastHasTail);
        for (int index = 0; index < parts.size(); index++) {
            Translated operand = typed.get(index);
            String operator = index == 0 ? "" : operator(sets, index - 1);
            if (operator.startsWith("INTERSECT")) {
                operands.add(combined(sets, operands.removeLast(), operator, operand));
            } else {
                operands.add(operand);
                operators.add(operator);
            }
        }
        Translated all = operands.getFirst();
        for (int index = 1; index < operands.size(); index++) {
            all = combined(sets, all, operators.get(index), operands.get(index));
        }
        return SelectTranslator.hasTail(sets)
                ? selects.wrapped(all, sets)
                : lastHasTail ? selects.wrapped(all, last) : all;
    }

    private static Translated part(SelectTranslator selects, Select part, boolean stripped) {
        return stripped ? selects.withoutTail(part) : selects.translate(part);
    }

    /** The parts; literals without a type have that of their column in another part. */
    private List<Translated> typed(List<Select> parts, boolean lastHasTail) {
        List<Translated> typed = new ArrayList<>();
        for (Select each : parts) {
            typed.add(part(selects, each, lastHasTail && typed.size() == parts.size() - 1));
        }
        List<PgType> types = new ArrayList<>();
        for (Translated each : typed) {
            List<PgType> own = typesOf(each);
            for (int index = 0; index < own.size(); index++) {
                if (index == types.size()) {
                    types.add(own.get(index));
                } else {
                    types.set(index, common(types.get(index), own.get(index)));
                }
            }
        }
        for (int index = 0; index < types.size() && index < selects.wanted().size(); index++) {
            types.set(index, common(types.get(index), selects.wanted().get(index)));
        }
        for (int index = 0; index < parts.size(); index++) {
            List<PgType> own = typesOf(typed.get(index));
            if (own.contains(PgType.UNKNOWN) && !own.equals(types)) {
                boolean stripped = lastHasTail && index == parts.size() - 1;
                typed.set(index, part(selects.wanting(types), parts.get(index), stripped));
            }
        }
        return typed;
    }

    private static List<PgType> typesOf(Translated part) {
        return part.columns().stream().map(ResultColumn::type).toList();
    }

    private static PgType common(PgType one, PgType other) {
        return one == PgType.UNKNOWN ? other : other == PgType.UNKNOWN ? one : OperatorTranslator.wider(one, other);
    }

    private String operator(SetOperationList sets, int index) {
        String written = sets.getOperations().get(index).toString().strip().toUpperCase(Locale.ROOT);
        String operator = written.replace(" DISTINCT", "");
        if (operator.startsWith("MINUS")) {
            throw translation.unsupported(sets, operator).hint("EXCEPT does it");
        }
        return operator;
    }

    private Translated combined(SetOperationList sets, Translated left, String operator, Translated right) {
        List<ResultColumn> columns = unified(sets, left, operator, right);
        String cypher = operator.startsWith("UNION")
                ? chained(left, operator) + " " + operator + " " + chained(right, operator)
                : counted(left, operator, right);
        return new Translated(cypher, columns, operator.startsWith("UNION") ? Optional.of(operator) : Optional.empty());
    }

    /** What is chained by another operator needs braces; the text of Cypher has but one in a chain. */
    private String chained(Translated part, String operator) {
        return part.chain().map(operator::equals).orElse(true) ? part.cypher() : braced(part, "");
    }

    private String braced(Translated part, String more) {
        return selects.inBraces(part.cypher()) + " RETURN " + list(part) + more;
    }

    private String list(Translated part) {
        return selects.names(part.columns()).stream()
                .map(name -> name + " AS " + name)
                .collect(Collectors.joining(", "));
    }

    private String counted(Translated left, String operator, Translated right) {
        String l = translation.name("l");
        String r = translation.name("r");
        boolean both = operator.startsWith("INTERSECT");
        StringBuilder cypher = new StringBuilder(selects.inBraces(braced(left, ", 1 AS " + l + ", 0 AS " + r)
                + " UNION ALL " + braced(right, ", 0 AS " + l + ", 1 AS " + r)));
        cypher.append(" WITH ").append(list(left));
        cypher.append(", sum(" + l + ") AS " + l + ", sum(" + r + ") AS " + r);
        cypher.append(" WHERE " + l + " > 0");
        if (operator.endsWith("ALL")) {
            String count = both ? "CASE WHEN " + l + " < " + r + " THEN " + l + " ELSE " + r + " END" : l + " - " + r;
            cypher.append(" UNWIND range(1, " + count + ") AS ").append(translation.name("u"));
        } else {
            cypher.append(" AND " + r + (both ? " > 0" : " = 0"));
        }
        return cypher.append(" RETURN ").append(list(left)).toString();
    }

    private List<ResultColumn> unified(SetOperationList sets, Translated left, String operator, Translated right) {
        if (left.columns().size() != right.columns().size()) {
            throw translation.failure(
                    sets,
                    SqlState.SYNTAX_ERROR,
                    "each " + operator.replace(" ALL", "") + " query must have the same number of columns");
        }
        List<ResultColumn> columns = new ArrayList<>();
        for (int index = 0; index < left.columns().size(); index++) {
            ResultColumn column = left.columns().get(index);
            PgType type = right.columns().get(index).type();
            columns.add(ResultColumn.of(column.name(), common(column.type(), type)));
        }
        return columns;
    }
}
