package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;

/** FROM as a tree of two kinds of joins. */
sealed interface JoinTree {
    /** One thing that has rows. */
    record Leaf(FromItem item) implements JoinTree {}

    /** All pairs that fulfil the conditions. */
    record Inner(JoinTree left, JoinTree right, List<Expression> on) implements JoinTree {
        /** Takes a copy of the list. */
        public Inner {
            on = List.copyOf(on);
        }
    }

    /** All of the left, with those of the right that fulfil the conditions, or nulls. */
    record Left(JoinTree left, JoinTree right, List<Expression> on) implements JoinTree {
        /** Takes a copy of the list. */
        public Left {
            on = List.copyOf(on);
        }
    }

    static JoinTree of(Translation translation, FromItem first, List<Join> joins) {
        JoinTree tree = of(translation, first);
        for (Join join : joins) {
            JoinTree right = of(translation, join.getFromItem());
            List<Expression> on = conditions(translation, join, tree, right);
            if (join.isNatural() || join.isFull() || join.isSemi() || join.isApply() || join.isGlobal()) {
                throw translation.unsupported(join.getFromItem(), join.isFull() ? "FULL JOIN" : "this kind of join");
            }
            if (join.isLeft()) {
                tree = new Left(tree, right, on);
            } else if (join.isRight()) {
                tree = new Left(right, tree, on);
            } else {
                tree = new Inner(tree, right, on);
            }
        }
        return tree;
    }

    private static JoinTree of(Translation translation, FromItem item) {
        if (item instanceof ParenthesedFromItem inside && inside.getAlias() == null) {
            return of(translation, inside.getFromItem(), inside.getJoins() == null ? List.of() : inside.getJoins());
        }
        return new Leaf(item);
    }

    private static List<Expression> conditions(Translation translation, Join join, JoinTree left, JoinTree right) {
        List<Expression> on = new ArrayList<>();
        if (join.getOnExpressions() != null) {
            join.getOnExpressions().forEach(each -> conjuncts(each, on));
        }
        if (join.getUsingColumns() != null) {
            for (Column column : join.getUsingColumns()) {
                on.add(new EqualsTo(
                        new Column(table(translation, left, column), column.getColumnName()),
                        new Column(table(translation, right, column), column.getColumnName())));
            }
        }
        return on;
    }

    /** USING between two tables; a name that three have is not known to be that of one. */
    private static Table table(Translation translation, JoinTree side, Column column) {
        if (side instanceof Leaf leaf) {
            String name = leaf.item().getAlias() != null
                    ? leaf.item().getAlias().getName()
                    : leaf.item() instanceof Table table ? table.getName() : "";
            if (!name.isEmpty()) {
                return new Table(name);
            }
        }
        throw translation.unsupported(column, "USING with more than two tables");
    }

    /** Parts that must all be true. */
    static void conjuncts(Expression condition, List<Expression> parts) {
        Expression plain = bare(condition);
        if (plain instanceof AndExpression and) {
            conjuncts(and.getLeftExpression(), parts);
            conjuncts(and.getRightExpression(), parts);
        } else {
            parts.add(plain);
        }
    }

    /** Without parentheses. */
    static Expression bare(Expression expression) {
        Expression plain = expression;
        while (plain instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            plain = list.getFirst();
        }
        return plain;
    }

    /** The two columns of a comparison {@code a = b}. */
    static Optional<List<Column>> equalColumns(Expression condition) {
        return condition instanceof EqualsTo equals
                        && bare(equals.getLeftExpression()) instanceof Column left
                        && bare(equals.getRightExpression()) instanceof Column right
                ? Optional.of(List.of(left, right))
                : Optional.empty();
    }
}
