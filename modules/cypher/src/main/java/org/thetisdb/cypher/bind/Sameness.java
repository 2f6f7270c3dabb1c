package org.thetisdb.cypher.bind;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;

/**
 * Whether two bound expressions are the same. It is what their {@code equals} says, but the common kinds are compared
 * by hand: the {@code equals} of a record is made when it first runs, which takes a cold process tens of milliseconds.
 */
final class Sameness {
    private Sameness() {}

    static boolean same(Expression left, Expression right) {
        if (left instanceof Expression.Reference one) {
            return right instanceof Expression.Reference other && one.variable().equals(other.variable());
        }
        if (left instanceof Expression.Property one) {
            return right instanceof Expression.Property other
                    && one.key().equals(other.key())
                    && same(one.target(), other.target());
        }
        if (left instanceof Expression.Arithmetic one) {
            return right instanceof Expression.Arithmetic other
                    && one.operator() == other.operator()
                    && same(one.left(), other.left())
                    && same(one.right(), other.right());
        }
        if (left instanceof Expression.Call one) {
            return right instanceof Expression.Call other
                    && one.name().equals(other.name())
                    && same(one.arguments(), other.arguments());
        }
        return left.getClass() == right.getClass() && left.equals(right);
    }

    static boolean same(List<Expression> left, List<Expression> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int index = 0; index < left.size(); index++) {
            if (!same(left.get(index), right.get(index))) {
                return false;
            }
        }
        return true;
    }
}
