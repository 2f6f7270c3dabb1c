package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LiteralParameter;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.cypher.syntax.ExpressionTree;

/**
 * Which literals of a text become parameters. All do that stand in expressions, but for those that the binder or the
 * planner has to know: the ones that name a column or a property, count rows, or ask for a revision.
 *
 * <p>Equal literals become one parameter, so that equal expressions stay equal; for the same reason, a value that is
 * fixed in one place is so in all. When that is noticed too late the text has to be bound once more: {@link #again}.
 *
 * <p>Belongs to one binding.
 */
final class VaryingLiterals {
    private final Optional<QueryLiterals> literals;

    /** By the first equal literal. */
    private final BitSet fixed;

    private final List<LiteralParameter> parameters = new ArrayList<>();
    private boolean tooLate;
    private int fixedDepth;

    private VaryingLiterals(Optional<QueryLiterals> literals, BitSet fixed) {
        this.literals = literals;
        this.fixed = fixed;
    }

    /** Of a text whose literals may vary; of none if it is empty. */
    static VaryingLiterals of(Optional<QueryLiterals> literals) {
        return new VaryingLiterals(literals, new BitSet());
    }

    /** For another binding of the same text, if this one has met a literal as a parameter that is fixed. */
    Optional<VaryingLiterals> again() {
        return tooLate ? Optional.of(new VaryingLiterals(literals, fixed)) : Optional.empty();
    }

    List<LiteralParameter> parameters() {
        return parameters;
    }

    Expression bind(ExpressionTree.Literal tree) {
        int literal = literal(tree);
        if (literal < 0) {
            return new Expression.Literal(tree.value());
        }
        QueryLiterals all = literals.orElseThrow();
        int first = all.firstEqual(literal);
        if (fixedDepth > 0) {
            fix(first);
        }
        if (fixed.get(first)) {
            return new Expression.Literal(tree.value());
        }
        LiteralParameter parameter = LiteralParameter.of(literal, first, all.start(literal) != tree.offset());
        parameters.add(parameter);
        return new Expression.Parameter(parameter.name(), Types.ofValue(tree.value()));
    }

    void fix(ExpressionTree.Literal tree) {
        int literal = literal(tree);
        if (literal >= 0) {
            fix(literals.orElseThrow().firstEqual(literal));
        }
    }

    private void fix(int first) {
        if (!fixed.get(first)) {
            fixed.set(first);
            for (LiteralParameter parameter : parameters) {
                tooLate |= literals.orElseThrow().firstEqual(parameter.literal()) == first;
            }
        }
    }

    void beginFixed() {
        fixedDepth++;
    }

    void endFixed() {
        fixedDepth--;
    }

    /** Which literal of the text this is, a sign before it included; negative if it can't vary. */
    private int literal(ExpressionTree.Literal tree) {
        if (literals.isEmpty() || tree.value().isEmpty()) {
            return -1;
        }
        QueryLiterals all = literals.get();
        int literal = all.from(tree.offset());
        if (literal == all.count()) {
            return -1;
        }
        Object value = tree.value().get();
        boolean same = all.start(literal) == tree.offset()
                ? value.equals(all.value(literal))
                : value instanceof Long number && Long.valueOf(-number).equals(all.value(literal));
        return same ? literal : -1;
    }
}
