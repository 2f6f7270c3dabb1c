package org.thetisdb.engine.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.value.Invariant;

/**
 * The different scalars of a shape, each once and after its operands, by number: however often one occurs, it is looked
 * at once. Of each it has a description in bytes, made of the numbers of the operands. Written by one thread, then read
 * by all.
 */
final class ScalarTable {
    private final Map<Scalar, Integer> numbers = new IdentityHashMap<>();
    private final Map<KeyBytes, Integer> known = new HashMap<>();
    private final List<Boolean> nullable = new ArrayList<>();

    /** How many different scalars there are. */
    int size() {
        return nullable.size();
    }

    /** Whether a scalar may be null; it has been put in. */
    boolean isNullable(Scalar scalar) {
        return nullable.get(Invariant.present(numbers.get(scalar), "a scalar is one of the table"));
    }

    /**
     * The number of a scalar.
     *
     * @param into takes its description if it is new, and before that what it is made of
     */
    int put(Scalar scalar, KeyBytes into) {
        Integer met = numbers.get(scalar);
        if (met != null) {
            return met;
        }
        // 0 is what comes after the last one.
        KeyBytes description = new KeyBytes().add(1 + scalar.form().ordinal());
        describe(scalar, description);
        List<Scalar> operands = scalar.operands();
        description.add(operands.size());
        for (Scalar operand : operands) {
            description.add(put(operand, into));
        }
        Integer equal = known.get(description);
        int number = equal != null ? equal : nullable.size();
        if (equal == null) {
            known.put(description, number);
            nullable.add(scalar.isNullable(this));
            into.add(description);
        }
        numbers.put(scalar, number);
        return number;
    }

    /** Writes what a scalar is, but for its operands. */
    private static void describe(Scalar scalar, KeyBytes into) {
        switch (scalar.form()) {
            case LEAF -> {
                Scalar.Leaf leaf = (Scalar.Leaf) scalar;
                into.add(leaf.index())
                        .add(leaf.kind().ordinal())
                        .add(leaf.isNullable())
                        .add(leaf.isConstant());
            }
            case ARITHMETIC -> into.add(((Scalar.Arithmetic) scalar).operator().ordinal());
            case FUNCTION -> into.add(((Scalar.Function) scalar).function().index());
            case COMPARISON -> into.add(((Scalar.Comparison) scalar).operator().ordinal());
            case LOGIC -> into.add(((Scalar.Logic) scalar).isAnd());
            case NULL_TEST -> into.add(((Scalar.NullTest) scalar).isNull());
            case CHOICE -> into.add(((Scalar.Choice) scalar).otherwise().isPresent());
            case WIDENED, DIFFERENCE, INVERSION -> {}
        }
    }
}
