package org.thetisdb.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;

class FoldabilityTest {
    private static Expression labelTest(CypherType type) {
        return new Expression.HasLabels(
                new Expression.Reference(new Variable(1, "x", type)), new LabelExpression.Name("Person"));
    }

    /** A filter that took it for sure ran it before the condition that keeps numbers away from it. */
    @Test
    void cannotFail_labelTestOfWhatMayBeNoNode_canFail() {
        assertThat(Foldability.cannotFail(labelTest(CypherType.NODE))).isTrue();
        assertThat(Foldability.cannotFail(labelTest(CypherType.RELATIONSHIP))).isTrue();
        assertThat(Foldability.cannotFail(labelTest(CypherType.ANY))).isFalse();
        assertThat(Foldability.cannotFail(new Expression.Not(labelTest(CypherType.ANY))))
                .isFalse();
    }

    /** A filter that took it for one ran it before the condition that keeps what is no BOOLEAN away from it. */
    @Test
    void isConditionThatCannotFail_property_mayBeNoBoolean() {
        Expression node = new Expression.Reference(new Variable(1, "n", CypherType.NODE));
        Expression property = new Expression.Property(node, "v");
        assertThat(Foldability.isConditionThatCannotFail(property)).isFalse();
        assertThat(Foldability.isConditionThatCannotFail(new Expression.IsNull(property)))
                .isTrue();
    }

    /** A plan is kept for other parameters, and so is the order of conjuncts that it has learnt. */
    @Test
    void cannotFail_inParameter_canFail() {
        Expression parameter = Expression.Parameter.of("list");
        assertThat(Foldability.cannotFail(new Expression.In(parameter, parameter)))
                .isFalse();
        assertThat(Foldability.cannotFail(new Expression.In(parameter, new Expression.ListOf(List.of(parameter)))))
                .isTrue();
    }
}
