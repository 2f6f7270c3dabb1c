package org.thetisdb.engine.operator;

import java.util.List;

/** An operator without inputs. */
public interface Leaf extends Operator {
    @Override
    default List<Operator> rowInputs() {
        return List.of();
    }

    @Override
    default Operator withRowInputs(List<Operator> inputs) {
        return this;
    }
}
