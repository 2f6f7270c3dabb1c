package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.value.ErrorCode;

/**
 * {@code CALL { WITH x … UNION WITH y … }}: a leading WITH of plain names imports these as columns, for its branch
 * only.
 */
final class ImportingWith {
    private final BindContext context;
    private final Scope outer;
    private final Scope inner;
    private final QueryBinder.End end;

    ImportingWith(BindContext context, Scope outer, Scope inner, QueryBinder.End end) {
        this.context = context;
        this.outer = outer;
        this.inner = inner;
        this.end = end;
    }

    QueryBinder.Bound bind(QueryTree tree) {
        return new Branches().bind(tree, inner);
    }

    /** Binds each branch after its imports. */
    private final class Branches {
        private QueryBinder.Bound bind(QueryTree tree, Scope scope) {
            QueryBinder binder = new QueryBinder(context, end);
            return switch (tree) {
                case QueryTree.Single single -> binder.bind(adopt(single), scope);
                case QueryTree.Union union -> {
                    QueryBinder.Bound left = bind(union.left(), scope);
                    scope.replaceNames(new HashMap<>());
                    QueryBinder.Bound right = bind(union.right(), scope);
                    yield binder.union(union, left, right);
                }
            };
        }
    }

    /** Declares the imports of a branch and drops the WITH, or keeps what else it does. */
    private QueryTree.Single adopt(QueryTree.Single tree) {
        Optional<Clause.Projection> found = QueryBinder.importingWith(tree);
        if (found.isEmpty()) {
            return tree;
        }
        Clause.Projection with = found.get();
        boolean plain = !with.distinct()
                && with.orderBy().isEmpty()
                && with.skip().isEmpty()
                && with.limit().isEmpty()
                && with.where().isEmpty();
        if (!plain) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    with.offset(),
                    "the WITH that imports variables can do nothing else; add a second WITH after it");
        }
        context.remarks()
                .add(new Remark.Deprecated(
                        with.offset(), "a WITH that brings variables into CALL { }", "CALL (x, y) { … }"));
        if (with.star()) {
            for (String name : outer.allNames()) {
                outer.find(name).ifPresent(variable -> inner.adopt(name, variable));
            }
        }
        ExpressionBinder binder = new ExpressionBinder(context, outer);
        for (Clause.Item item : with.items()) {
            ExpressionTree.Name name = (ExpressionTree.Name) item.expression();
            Variable variable = binder.variable(name.offset(), name.name());
            inner.adopt(name.name(), variable);
        }
        List<Clause> rest =
                new ArrayList<>(tree.clauses().subList(1, tree.clauses().size()));
        return new QueryTree.Single(tree.offset(), tree.end(), rest);
    }
}
