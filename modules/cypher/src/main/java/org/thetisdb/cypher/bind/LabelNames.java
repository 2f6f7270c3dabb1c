package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.value.ErrorCode;

/** Labels to be set on a node or removed from it. */
final class LabelNames {
    private LabelNames() {}

    /** The names in {@code :A:B} and {@code :A&B}; anything else does not say which labels are meant. */
    static List<String> of(LabelExpression expression, BindContext context, int offset) {
        List<String> names = new ArrayList<>(2);
        collect(expression, context, offset, names);
        return names;
    }

    private static void collect(LabelExpression expression, BindContext context, int offset, List<String> names) {
        if (expression instanceof LabelExpression.Name name) {
            if (!names.contains(name.name())) {
                names.add(name.name());
            }
        } else if (expression instanceof LabelExpression.And and) {
            for (LabelExpression operand : and.operands()) {
                collect(operand, context, offset, names);
            }
        } else {
            throw context.error(
                    ErrorCode.SYNTAX, offset, "this does not say which labels to write; use names only, as in :A:B");
        }
    }
}
