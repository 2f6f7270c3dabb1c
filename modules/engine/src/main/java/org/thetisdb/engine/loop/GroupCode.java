package org.thetisdb.engine.loop;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Step;

/**
 * Writes the end of a loop whose rows have keys: the place of each row, and what it adds to the totals of that place.
 *
 * <pre>
 *   r.dept, count(*), sum(r.age)        place = code of dept
 *                                       rows[place] -= passed
 *                                       values[place] += age &amp; passed;  sizes |= size(age &amp; passed)
 * </pre>
 *
 * <p>A place is below the number of places, whatever the row: a key outside of its range makes the batch doubtful if
 * the row has passed, and counts as the least one.
 *
 * <p>Belongs to one loop's program.
 */
final class GroupCode {
    private final LoopShape shape;
    private final LoopProgram program;
    private final ScalarCode scalars;
    private final DoubtCode doubts;

    /** What is added to the totals of a row's place, when all is computed. */
    private final List<Effect> effects = new ArrayList<>();

    /**
     * What a row adds.
     *
     * @param index what to: one of {@link LoopArguments#groupTotals}
     * @param operand the step that computes it
     */
    private record Effect(LoopOp op, int index, int operand) {}

    GroupCode(LoopShape shape, LoopProgram program, ScalarCode scalars, DoubtCode doubts) {
        this.shape = shape;
        this.program = program;
        this.scalars = scalars;
        this.doubts = doubts;
    }

    /** @param passed the mask of the rows that are grouped */
    void write(int passed) {
        int place = key(0, passed);
        for (int key = 1; key < shape.keys().size(); key++) {
            int above = program.value(LoopOp.MULTIPLY, place, number(key, LoopArguments.KEY_PLACES));
            place = program.value(LoopOp.ADD, above, key(key, passed));
        }
        count(LoopArguments.GROUP_ROWS, passed);
        for (int total = 0; total < shape.totals().size(); total++) {
            add(shape.totals().get(total), total, passed);
        }
        if (program.isOfWideSteps() && !program.op(place).isGiven()) {
            program.cutHere();
        }
        for (Effect effect : effects) {
            program.effect(effect.op(), effect.index(), place, effect.operand());
        }
    }

    private int number(int key, int which) {
        return program.given(LoopOp.KEY_NUMBER, LoopArguments.KEY_LONGS * key + which);
    }

    /** Which of a key's places a row has. */
    private int key(int key, int passed) {
        Scalar scalar = shape.keys().get(key);
        int nulls = scalars.nulls(scalar);
        int place = shape.isCoded(key)
                ? program.given(LoopOp.CODE, ((Scalar.Leaf) scalar).index())
                : numbered(key, scalar, program.butNot(passed, nulls), passed);
        if (nulls == LoopProgram.NONE) {
            return place;
        }
        int ofNull = number(key, LoopArguments.KEY_VALUES);
        return nulls == LoopProgram.ALL ? ofNull : program.value(LoopOp.CHOOSE, nulls, ofNull, place);
    }

    private int numbered(int key, Scalar scalar, int known, int passed) {
        doubts.add(scalar, passed);
        int least = number(key, LoopArguments.KEY_LEAST);
        int place = program.value(LoopOp.SUBTRACT, scalars.value(scalar), least);
        int outside = program.value(LoopOp.OUTSIDE, place, number(key, LoopArguments.KEY_VALUES));
        int doubtful = program.both(known, outside);
        if (doubtful != LoopProgram.NONE) {
            program.effect(LoopOp.JOIN, LoopCode.doubtNumber(shape), doubtful);
        }
        return program.both(program.inverted(outside), place);
    }

    private void count(int index, int counted) {
        if (counted == LoopProgram.ALL) {
            effects.add(new Effect(LoopOp.GROUP_ADD, index, program.literal(LoopOp.ONE)));
        } else if (counted != LoopProgram.NONE) {
            effects.add(new Effect(LoopOp.GROUP_COUNT, index, counted));
        }
    }

    private void add(LoopShape.Total total, int index, int passed) {
        if (total.argument().isEmpty()) {
            return;
        }
        Scalar argument = total.argument().get();
        doubts.add(argument, passed);
        int nulls = scalars.nulls(argument);
        int counted = program.butNot(passed, nulls);
        if (shape.isNullable(argument)) {
            count(LoopArguments.groupCounts(index), counted);
        }
        if (total.function() != Step.AggregateFunction.COUNT && counted != LoopProgram.NONE) {
            addValue(total.function(), scalars.value(argument), counted, index);
        }
    }

    private void addValue(Step.AggregateFunction function, int value, int counted, int index) {
        int into = LoopArguments.groupValues(index);
        switch (function) {
            case SUM, AVG -> {
                int added = program.both(counted, value);
                effects.add(new Effect(LoopOp.GROUP_ADD, into, added));
                int sizes = LoopCode.totalNumber(shape, index, LoopArguments.TOTAL_SIZES);
                program.effect(LoopOp.JOIN, sizes, program.value(LoopOp.SIZE, added));
            }
            case MIN ->
                effects.add(new Effect(LoopOp.GROUP_LEAST, into, program.chosen(counted, value, LoopOp.LONG_MAX)));
            case MAX ->
                effects.add(new Effect(LoopOp.GROUP_GREATEST, into, program.chosen(counted, value, LoopOp.LONG_MIN)));
            default -> throw new IllegalStateException("no total of a loop: " + function);
        }
    }
}
