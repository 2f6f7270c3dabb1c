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

    /**
     * Two columns that USING makes one.
     *
     * @param kept whose value it has; of both, the first that is not null
     */
    record Using(Column left, Column right, Kept kept) {}

    /** Of which side of a join a value is. */
    enum Kept {
        LEFT,
        RIGHT,
        BOTH
    }

    /** All columns of all tables, also those that USING has made one. */
    final class EveryColumn extends AllColumns {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The tree of a FROM.
     *
     * @param usings takes what USING says in it
     */
    static JoinTree of(Translation translation, FromItem first, List<Join> joins, List<Using> usings) {
        JoinTree tree = of(translation, first, usings);
        // What USING looks at: commas bind less than joins.
        JoinTree near = tree;
        for (int index = 0; index < joins.size(); index++) {
            Join join = joins.get(index);
            JoinTree right = of(translation, join.getFromItem(), usings);
            List<Expression> on = conditions(translation, join, near, right, usings);
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
            near = join.isSimple() ? right : tree;
        }
        return tree;
    }

    private static JoinTree of(Translation translation, FromItem item, List<Using> usings) {
        if (item instanceof ParenthesedFromItem inside && inside.getAlias() == null) {
            List<Join> joins = inside.getJoins() == null ? List.of() : inside.getJoins();
            return of(translation, inside.getFromItem(), joins, usings);
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
        return new PlainSelect().withFromItem(first).withJoins(joins).addSelectItems(new EveryColumn());
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

    private static List<Expression> conditions(
            Translation translation, Join join, JoinTree left, JoinTree right, List<Using> usings) {
        List<Expression> on = new ArrayList<>();
        if (join.getOnExpressions() != null) {
            join.getOnExpressions().forEach(each -> conjuncts(each, on));
        }
        if (join.getUsingColumns() != null) {
            for (Column column : join.getUsingColumns()) {
                Column one = left(translation, left, column, usings);
                Column other = new Column(table(translation, right, column), column.getColumnName());
                on.add(new EqualsTo(one, other));
                usings.add(new Using(one, other, join.isFull() ? Kept.BOTH : join.isRight() ? Kept.RIGHT : Kept.LEFT));
            }
        }
        return on;
    }

    /** Of one table, or of those that another USING has joined by the same column. */
    private static Column left(Translation translation, JoinTree left, Column column, List<Using> usings) {
        String name = Translation.name(column.getColumnName(), true);
        List<Using> same = usings.stream()
                .filter(each ->
                        Translation.name(each.left().getColumnName(), true).equals(name))
                .toList();
        if (same.isEmpty()) {
            return new Column(table(translation, left, column), column.getColumnName());
        }
        if (same.stream().anyMatch(each -> each.kept() == Kept.BOTH)) {
            throw translation.unsupported(column, "USING behind a FULL JOIN with the same column");
        }
        Using last = same.getLast();
        return last.kept() == Kept.LEFT ? last.left() : last.right();
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
