package org.thetisdb.cypher.bound;

import java.util.List;

/** A query or subquery that yields rows of {@link #outputs}. */
public sealed interface Query {
    /** The columns it yields, in order. */
    List<Variable> outputs();

    /** Whether running it may change the graph. */
    boolean writes();

    /** Whether running it does something beside reading and changing the graph. */
    boolean acts();

    /**
     * Steps one after another. The first step starts from a table of one row, which holds the imported variables of a
     * subquery and nothing otherwise. An import is a constant of the subquery's run: every step of it may read it, also
     * after an Aggregate, Distinct or Project that does not list it (and inside every branch of a UNION).
     */
    record Single(List<Step> steps, List<Variable> outputs) implements Query {
        public Single {
            steps = List.copyOf(steps);
            outputs = List.copyOf(outputs);
        }

        @Override
        public boolean writes() {
            for (Step step : steps) {
                if (writes(step)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean acts() {
            for (Step step : steps) {
                if (step instanceof Step.CallProcedure called
                                && called.procedure().acts()
                        || step instanceof Step.Call call && call.query().acts()) {
                    return true;
                }
            }
            return false;
        }

        private static boolean writes(Step step) {
            return step instanceof Step.Create
                    || step instanceof Step.Merge
                    || step instanceof Step.Assign
                    || step instanceof Step.Delete
                    || step instanceof Step.Foreach
                    || step instanceof Step.ChangeSchema
                    || step instanceof Step.CallProcedure called
                            && called.procedure().writes()
                    || step instanceof Step.Call call
                            && (call.query().writes() || call.transactions().isPresent());
        }
    }

    /**
     * Two queries' rows together; column i of each branch becomes {@code outputs[i]}.
     *
     * @param distinct UNION rather than UNION ALL
     */
    record Union(Query left, Query right, boolean distinct, List<Variable> outputs) implements Query {
        public Union {
            outputs = List.copyOf(outputs);
        }

        @Override
        public boolean writes() {
            return left.writes() || right.writes();
        }

        @Override
        public boolean acts() {
            return left.acts() || right.acts();
        }
    }
}
