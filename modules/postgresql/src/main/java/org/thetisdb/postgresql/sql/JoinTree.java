package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** FROM as a tree of inner and left joins; what else there is becomes a query of its own in it. */
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

    /**
     * Several things whose rows come from queries, one after another: FULL JOIN, and what is more than tables on the
     * right side of an outer join.
     *
     * @param items in their order; their columns are those of each branch
     * @param branches queries over them
     */
    record Derived(List<FromItem> items, List<Branch> branches) implements JoinTree {
        /** Takes copies of the lists. */
        public Derived {
            items = List.copyOf(items);
            branches = List.copyOf(branches);
        }
    }

    /** A query over all items, or over those behind the first ones, which are null then. */
    record Branch(int missing, PlainSelect query) {}

    /**
     * All of the left, with those of the right that fulfil the conditions, or nulls.
     *
     * @param mirrored whether the right is what was written first
     */
    record Left(JoinTree left, JoinTree right, List<Expression> on, boolean mirrored) implements JoinTree {
        /** Takes a copy of the list. */
        public Left {
            on = List.copyOf(on);
        }
    }

    static JoinTree of(Translation translation, FromItem first, List<Join> joins) {
        JoinTree tree = of(translation, first);
        for (int index = 0; index < joins.size(); index++) {
            Join join = joins.get(index);
            JoinTree right = of(translation, join.getFromItem());
            List<Expression> on = conditions(translation, join, tree, right);
            if (join.isNatural() || join.isSemi() || join.isApply() || join.isGlobal()) {
                throw translation.unsupported(join.getFromItem(), "this kind of join");
            }
            List<Join> before = joins.subList(0, index);
            if (join.isFull()) {
                tree = full(first, before, tree, join.getFromItem(), right, on);
            } else if (join.isLeft()) {
                tree = new Left(
                        tree, isQuery(right) ? derived(join.getFromItem(), List.of(), right) : right, on, false);
            } else if (join.isRight()) {
                tree = new Left(right, isQuery(tree) ? derived(first, before, tree) : tree, on, true);
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

    /** Whether it cannot be the right side of an outer join as it is: another one, or tables joined with queries. */
    private static boolean isQuery(JoinTree tree) {
        return switch (tree) {
            case Leaf _, Derived _ -> false;
            case Inner inner ->
                isQuery(inner.left())
                        || isQuery(inner.right())
                        || items(inner).stream().anyMatch(item -> !(item instanceof Table));
            case Left _ -> true;
        };
    }

    private static Derived derived(FromItem first, List<Join> joins, JoinTree tree) {
        return new Derived(items(tree), List.of(new Branch(0, all(first, joins))));
    }

    private static PlainSelect all(FromItem first, List<Join> joins) {
        return new PlainSelect().withFromItem(first).withJoins(joins).addSelectItems(new AllColumns());
    }

    /** The left with what fits or nulls, and the right that nothing of the left fits. */
    private static Derived full(
            FromItem first, List<Join> before, JoinTree left, FromItem item, JoinTree right, List<Expression> on) {
        Expression condition = on.stream().reduce(AndExpression::new).orElse(new BooleanValue(true));
        List<Join> joins = new ArrayList<>(before);
        joins.add(new Join().withLeft(true).setFromItem(item).addOnExpression(condition));
        ParenthesedSelect fitting =
                new ParenthesedSelect().withSelect(all(first, before).withWhere(condition));
        PlainSelect alone =
                all(item, List.of()).withWhere(new NotExpression(new ExistsExpression().withRightExpression(fitting)));
        List<FromItem> items = items(left);
        int missing = items.size();
        items.addAll(items(right));
        return new Derived(items, List.of(new Branch(0, all(first, joins)), new Branch(missing, alone)));
    }

    /** What is joined, in the order in which it was written. */
    private static List<FromItem> items(JoinTree tree) {
        List<FromItem> items = new ArrayList<>();
        switch (tree) {
            case Leaf leaf -> items.add(leaf.item());
            case Derived derived -> items.addAll(derived.items());
            case Inner inner -> {
                items.addAll(items(inner.left()));
                items.addAll(items(inner.right()));
            }
            case Left join -> {
                items.addAll(items(join.mirrored() ? join.right() : join.left()));
                items.addAll(items(join.mirrored() ? join.left() : join.right()));
            }
        }
        return items;
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
