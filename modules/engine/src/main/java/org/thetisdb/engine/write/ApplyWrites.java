package org.thetisdb.engine.write;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PhysicalSubplan;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Subplan;
import org.thetisdb.engine.subquery.LocalPlan;
import org.thetisdb.engine.subquery.LocalSubplan;

/**
 * An {@link org.thetisdb.engine.subquery.Apply} whose subplan writes: it is run for one row after the other.
 *
 * @param plan the subplan
 * @param optional keep rows for which it yields nothing, {@code outputs} null
 * @param unit the subplan gives nothing: each row is kept once
 * @param transactions present if what is written so far is to be committed every so many rows
 */
public record ApplyWrites(
        Operator input,
        Operator plan,
        boolean optional,
        boolean unit,
        Optional<Write.Transactions> transactions,
        List<Variable> outputs,
        double rows)
        implements Unary {
    public ApplyWrites {
        outputs = List.copyOf(outputs);
    }

    @Override
    public Operator withInput(Operator other) {
        return new ApplyWrites(other, plan, optional, unit, transactions, outputs, rows);
    }

    @Override
    public Optional<Operator> subplan() {
        return Optional.of(plan);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>(outputs);
        transactions.flatMap(Write.Transactions::status).ifPresent(bound::add);
        return bound;
    }

    @Override
    public String details() {
        return ExpressionText.variables(outputs)
                + transactions
                        .map(each -> " in transactions of " + ExpressionText.of(each.rows()) + " rows")
                        .orElse("");
    }

    @Override
    public boolean isWrite() {
        return true;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Variable> wanted = SlotSets.readOf(outputs, read);
        Set<Integer> below = SlotSets.needed(read, binds(), List.of());
        below.addAll(PipelineBuilder.imported(input, plan));
        int[] kept = builder.kept(input, below);
        PhysicalSubplan physical = builder.subplan(plan, SlotSets.with(Set.of(), wanted));
        ApplyWritesSink.Shape shape = new ApplyWritesSink.Shape(SlotSets.slots(wanted), optional, unit);
        WriteSpec sink = transactions.isPresent()
                ? new InTransactions(physical, shape, kept, transactions.get())
                : new InOne(physical, shape, kept);
        sink.build(builder, this, below, next);
    }

    private static LocalSubplan.Factory factory(Assembly assembly, PhysicalSubplan plan) {
        return (worker, outer, last) -> new LocalSubplan(outer, LocalPlan.of(assembly, worker, plan, outer, last));
    }

    /** In the transaction of the statement. */
    private record InOne(PhysicalSubplan plan, ApplyWritesSink.Shape shape, int[] kept) implements WriteSpec {
        @Override
        public String text() {
            return "ApplyWrites";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(plan);
        }

        @Override
        public int[] givenSlots() {
            return IntStream.concat(IntStream.of(kept), IntStream.of(shape.outputSlots()))
                    .toArray();
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new ApplyWritesSink(
                    kept, assembly.outerRows(), new Subplan(plan.rowSlot()), shape, factory(assembly, plan));
        }
    }

    /** In transactions of its own. */
    private record InTransactions(
            PhysicalSubplan plan, ApplyWritesSink.Shape shape, int[] kept, Write.Transactions transactions)
            implements WriteSpec {
        @Override
        public String text() {
            return "ApplyWrites in transactions";
        }

        @Override
        public List<PhysicalSubplan> subplans() {
            return List.of(plan);
        }

        private int[] added() {
            IntStream status = transactions.status().stream().mapToInt(SlotSets::slot);
            return IntStream.concat(IntStream.of(shape.outputSlots()), status).toArray();
        }

        @Override
        public int[] givenSlots() {
            return IntStream.concat(IntStream.of(kept), IntStream.of(added())).toArray();
        }

        @Override
        public WriteSink createSink(Assembly assembly) {
            return new TransactionsSink(
                    kept,
                    added(),
                    assembly.outerRows(),
                    new Subplan(plan.rowSlot()),
                    shape,
                    assembly.constant("IN TRANSACTIONS", Optional.of(transactions.rows()), 1),
                    transactions.onError(),
                    transactions.status().isPresent(),
                    factory(assembly, plan));
        }
    }
}
