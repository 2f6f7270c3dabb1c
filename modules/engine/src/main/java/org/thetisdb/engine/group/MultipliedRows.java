package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.between.ExpandInto;
import org.thetisdb.engine.expand.Expand;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Rows below operators that multiply them, each row by what they read of it and by nothing else.
 *
 * @param above these operators, the uppermost first
 * @param read the columns that they read, of the rows or of each other
 */
record MultipliedRows(List<Unary> above, Operator rows, Set<Variable> read) {
    /**
     * How often rows are there afterwards, at least, for it to be worth doing something with them before: a
     * relationship of which a node has one is followed sooner than rows are grouped once more (2 million by way of two
     * of them: 33 ms against 51).
     */
    static final double TIMES_MIN = 2;

    MultipliedRows {
        above = List.copyOf(above);
        read = Set.copyOf(read);
    }

    /** All such rows, the uppermost first. Right above a scan there are none: its rows are multiplied at once. */
    static List<MultipliedRows> below(Operator top) {
        List<MultipliedRows> all = new ArrayList<>();
        List<Unary> above = new ArrayList<>();
        Set<Variable> read = new HashSet<>();
        boolean multiplies = false;
        Operator rows = top;
        while (mayBeAbove(rows)) {
            Unary last = (Unary) rows;
            above.add(last);
            read.addAll(reads(last));
            multiplies |= last instanceof Expand;
            rows = last.input();
            if (multiplies && mayBeAbove(rows)) {
                all.add(new MultipliedRows(above, rows, read));
            }
        }
        return all;
    }

    private static boolean mayBeAbove(Operator operator) {
        return switch (operator) {
            case Expand _, ExpandInto _ -> true;
            case Filter _, Project _ -> operator.expressions().stream().allMatch(Expressions::isDeterministic);
            default -> false;
        };
    }

    private static Set<Variable> reads(Unary operator) {
        return switch (operator) {
            case Expand expand -> Set.of(expand.from());
            case ExpandInto into -> Set.copyOf(List.of(into.from(), into.to()));
            default -> {
                Set<Variable> read = new HashSet<>();
                operator.expressions().forEach(each -> read.addAll(Expressions.dependencies(each)));
                yield read;
            }
        };
    }

    /** How often each row is there afterwards, about. */
    double times() {
        return above.getFirst().rows() / Math.max(1, rows.rows());
    }

    /** The same operators over other rows, which have what they read. */
    Operator over(Operator others) {
        Operator result = others;
        for (Unary each : above.reversed()) {
            result = each.withInput(result);
        }
        return result;
    }

    /** What all these operators give, and the rows below: followed relationships, mostly. */
    double rowsInAll() {
        double count = rows.rows();
        for (Unary each : above) {
            count += each.rows();
        }
        return count;
    }
}
