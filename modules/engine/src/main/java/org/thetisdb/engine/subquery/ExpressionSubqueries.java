package org.thetisdb.engine.subquery;

import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.evaluation.SubqueryRunner;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.PhysicalSubquery;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.pipeline.Worker;

/** Makes what evaluates the subqueries of expressions. */
public final class ExpressionSubqueries implements Assembly.SubqueryRunners {
    @Override
    public SubqueryRunner create(
            Assembly assembly, Worker worker, Expression.Subquery subquery, PhysicalSubquery plan, Slots outerSlots) {
        Subplan outer = new Subplan(plan.subplan().rowSlot());
        SubqueryStage stage =
                new SubqueryStage(worker, subquery, outerSlots, outer, plan.collectedSlot(), plan.multiplicitySlots());
        stage.run(LocalPlan.of(assembly, worker, plan.subplan(), outer, stage));
        return stage;
    }
}
