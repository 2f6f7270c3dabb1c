package org.thetisdb.engine.operator;

import java.util.List;

/** An operator with one input. */
public interface Unary extends Operator {
    /** What gives it rows. */
    Operator input();

    /** The same operator over another input. */
    Operator withInput(Operator input);

    @Override
    default List<Operator> rowInputs() {
        return List.of(input());
    }

    @Override
    default Operator withRowInputs(List<Operator> inputs) {
        return withInput(inputs.getFirst());
    }
}
