package org.thetisdb.cypher.bound;

import java.util.List;

/** A test of a node's labels or of a relationship's type, such as {@code Person&!Robot|%}. */
public sealed interface LabelExpression {
    /** Has this label (is of this type). */
    record Name(String name) implements LabelExpression {}

    /** {@code %}: has any label at all. */
    record Wildcard() implements LabelExpression {}

    record Not(LabelExpression operand) implements LabelExpression {}

    record And(List<LabelExpression> operands) implements LabelExpression {}

    record Or(List<LabelExpression> operands) implements LabelExpression {}
}
