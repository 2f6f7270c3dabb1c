package org.thetisdb.engine.trail;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expand.TypeSet;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/**
 * One or all shortest paths between two bound nodes, by bidirectional breadth-first search.
 *
 * @param types empty for all
 * @param length how many relationships, and what each hop must fulfil
 * @param all whether all of the shortest are wanted, not just one
 * @param pathPredicates conjuncts that speak of the whole path: checked on candidate paths, shortest first
 */
public record ShortestPaths(
        Operator input,
        Variable from,
        Variable to,
        Variable path,
        Variable relationships,
        Direction direction,
        List<String> types,
        GraphPattern.VariableLength length,
        boolean all,
        List<Expression> pathPredicates,
        double rows)
        implements Unary {
    public ShortestPaths {
        types = List.copyOf(types);
        pathPredicates = List.copyOf(pathPredicates);
    }

    @Override
    public Operator withInput(Operator other) {
        return new ShortestPaths(
                other, from, to, path, relationships, direction, types, length, all, pathPredicates, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of(path, relationships);
    }

    @Override
    public String name() {
        return all ? "ShortestPaths (all)" : "ShortestPaths (one)";
    }

    @Override
    public String details() {
        return ExpressionText.of(path) + " = " + PatternText.node(from)
                + PatternText.arrow(
                        direction, PatternText.types(types) + PatternText.length(length.minimum(), length.maximum()))
                + PatternText.node(to)
                + PatternText.prefixed(" WHERE ", length.predicates())
                + PatternText.prefixed(" WHERE PATH ", pathPredicates);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(length.predicates());
        all.addAll(pathPredicates);
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        ShortestPathsStage.Shape shape = new ShortestPathsStage.Shape(
                SlotSets.slot(from),
                SlotSets.slot(to),
                SlotSets.slot(path),
                SlotSets.slot(relationships),
                TypeSet.of(types, direction),
                length.minimum(),
                length.maximum().orElse(Long.MAX_VALUE),
                all,
                HopSlots.of(length),
                !HopSlots.readNothingElse(length));
        Set<Integer> below = SlotSets.needed(read, List.of(), expressions());
        HopSlots.removeLocals(length, below);
        below.removeAll(Set.of(SlotSets.slot(path), SlotSets.slot(relationships)));
        below.add(SlotSets.slot(from));
        below.add(SlotSets.slot(to));
        builder.into(input, below, new Physical(shape, length.predicates(), pathPredicates).then(next));
    }

    private record Physical(
            ShortestPathsStage.Shape shape, List<Expression> predicates, List<Expression> pathPredicates)
            implements StageSpec {
        @Override
        public String text() {
            return "ShortestPaths";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new ShortestPathsStage(
                    worker,
                    shape,
                    assembly.predicate(worker, predicates),
                    assembly.predicate(worker, pathPredicates),
                    next);
        }
    }
}
