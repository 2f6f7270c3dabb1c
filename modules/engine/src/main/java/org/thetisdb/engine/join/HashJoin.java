package org.thetisdb.engine.join;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Shared;
import org.thetisdb.engine.operator.SinkSpec;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.SourceSpec;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.pipeline.Source;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * Rows of both sides with equal (never null) keys, column by column; the build side is hashed, the probe side
 * streams.
 *
 * @param partners with which rows of the build side one of the probe side is joined
 */
public record HashJoin(
        Operator build,
        Operator probe,
        List<Expression> buildKeys,
        List<Expression> probeKeys,
        Partners partners,
        double rows)
        implements Operator {
    public HashJoin {
        buildKeys = List.copyOf(buildKeys);
        probeKeys = List.copyOf(probeKeys);
    }

    /** With which rows of the build side a row of the probe side is joined. */
    public enum Partners {
        /** With each that has its keys. */
        EACH,
        /** With each; one that has none is kept, the columns that only the build side has null. */
        EACH_OR_NONE,
        /** With one at least of those with its keys: who asks wants to know whether there are any. */
        ANY
    }

    private boolean optional() {
        return partners == Partners.EACH_OR_NONE;
    }

    /** A join of rows that have partners. */
    public HashJoin(
            Operator build, Operator probe, List<Expression> buildKeys, List<Expression> probeKeys, double rows) {
        this(build, probe, buildKeys, probeKeys, Partners.EACH, rows);
    }

    @Override
    public List<Operator> rowInputs() {
        return List.of(build, probe);
    }

    @Override
    public Operator withRowInputs(List<Operator> inputs) {
        return new HashJoin(inputs.getFirst(), inputs.getLast(), buildKeys, probeKeys, partners, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String name() {
        return switch (partners) {
            case EACH -> "HashJoin";
            case EACH_OR_NONE -> "HashJoin (optional)";
            case ANY -> "HashJoin (any)";
        };
    }

    @Override
    public String sideName() {
        return "build";
    }

    @Override
    public String details() {
        List<String> keys = new ArrayList<>();
        for (int key = 0; key < buildKeys.size(); key++) {
            String left = ExpressionText.of(buildKeys.get(key));
            String right = ExpressionText.of(probeKeys.get(key));
            keys.add(left.equals(right) ? left : left + " = " + right);
        }
        return "on " + String.join(", ", keys);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(buildKeys);
        all.addAll(probeKeys);
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        // Rows of different outer rows never meet. A build side that begins at nothing is the same for all of them.
        boolean byOuterRow = builder.isOfOuterRows(build);
        OptionalInt rowSlot = byOuterRow ? builder.outerRowSlot() : OptionalInt.empty();
        // What both sides have comes from the probe side where that may be alone.
        Set<Integer> readOfBuild = optional() ? SlotSets.without(read, probe.columns()) : read;
        // The outer row's number always does.
        int[] kept = Arrays.stream(builder.kept(build, readOfBuild))
                .filter(slot -> !builder.isSubplan() || slot != builder.rowSlot())
                .toArray();
        int[] probeKept = builder.kept(probe, builder.withRowSlot(read));
        boolean lasts = builder.isSubplan() && !byOuterRow && isDeterministic();
        Build sink = new Build(
                kept,
                probeKept,
                new Keys(buildKeys, rowSlot),
                lasts ? Optional.of(new LastingBuild.Spec()) : Optional.empty(),
                partners == Partners.ANY);
        Probe stage = new Probe(sink, new Keys(probeKeys, rowSlot), optional());
        builder.keptFirst(
                () -> builder.into(build, SlotSets.needed(read, List.of(), buildKeys), Downstream.of(sink)),
                probe,
                () -> {
                    builder.into(probe, SlotSets.needed(read, List.of(), probeKeys), stage.then(next));
                    int[] joined = IntStream.concat(IntStream.of(probeKept), IntStream.of(kept))
                            .toArray();
                    Downstream after = builder.isOfOuterRows(probe) ? builder.relinked(joined, next) : next;
                    builder.source(this, new Spilled(sink, optional()), after);
                });
    }

    private boolean isDeterministic() {
        return buildKeys.stream().allMatch(Expressions::isDeterministic) && OperatorTrees.isDeterministic(build);
    }

    /** @param rowSlot the outer row's number, the first key where there is one */
    private record Keys(List<Expression> expressions, OptionalInt rowSlot) {
        Evaluator[] evaluators(Assembly assembly, Worker worker) {
            return assembly.evaluators(worker, rowSlot, expressions);
        }

        int count() {
            return expressions.size() + (rowSlot.isPresent() ? 1 : 0);
        }
    }

    /**
     * @param kept columns of the build side that are read after the join
     * @param probeKept those of the probe side
     * @param lasting in a subplan, if the build side is the same for all outer rows
     * @param anyPartner whether of several partners some may be left out
     */
    private record Build(
            int[] kept, int[] probeKept, Keys keys, Optional<LastingBuild.Spec> lasting, boolean anyPartner)
            implements SinkSpec, Shared<HashJoinSink> {
        @Override
        public String text() {
            return "HashJoin build";
        }

        @Override
        public HashJoinSink createState(Assembly assembly) {
            return new HashJoinSink(
                    keys.count(),
                    kept,
                    probeKept,
                    worker -> keys.evaluators(assembly, worker),
                    lasting.map(assembly::lastingState),
                    anyPartner);
        }

        @Override
        public boolean isServed(Assembly assembly) {
            return lasting.isPresent() && assembly.lastingState(lasting.get()).built() != null;
        }

        @Override
        public boolean lasts() {
            return lasting.isPresent();
        }

        @Override
        public Optional<SourceSpec> completing() {
            return lasting.map(_ -> new Completing(this));
        }

        @Override
        public boolean isMadeAgain(Assembly assembly) {
            return lasting.isPresent() && assembly.lastingState(lasting.get()).isTooLarge();
        }

        @Override
        public Stage create(Assembly assembly, Worker worker) {
            return assembly.state(this).stage(worker);
        }
    }

    private record Probe(Build build, Keys keys, boolean optional) implements StageSpec {
        @Override
        public String text() {
            return "HashJoin probe";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ProbeStage(
                    worker, assembly.state(build), keys.evaluators(assembly, worker), build.kept(), optional, next);
        }
    }

    /** Makes the table of what was built, for all runs of a subplan. */
    private record Completing(Build build) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new CompletingBuild(assembly.state(build));
        }

        @Override
        public String text(Operator operator) {
            return "table of HashJoin";
        }
    }

    /** What could not be joined while the probe side's rows came; usually nothing. */
    private record Spilled(Build build, boolean optional) implements SourceSpec {
        @Override
        public Source create(Assembly assembly) {
            return new SpilledJoin(assembly.state(build), optional);
        }

        @Override
        public String text(Operator operator) {
            return "spilled rows of HashJoin";
        }
    }
}
