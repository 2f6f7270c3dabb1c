package org.thetisdb.engine.choice;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.BreakerSpec;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.engine.spill.ExchangeSink;

/**
 * Rows joined with a pattern that has a node in common with them: found from each row, or found once and joined by a
 * hash table, if there are more rows than that takes.
 *
 * @param kept gives the rows, all of which are kept before it is decided
 * @param each finds the pattern from each of {@link KeptRows}
 * @param once finds the pattern, and joins it with {@link KeptRows}
 * @param node in common
 * @param rowsMax how many rows are too few for {@code once}
 */
public record JoinChoice(Operator kept, Operator each, Operator once, Variable node, long rowsMax, double rows)
        implements Operator {
    /** An operator whose rows come from a choice, with that decided for the way from each row; empty without one. */
    public static Optional<Operator> decided(Operator operator) {
        if (operator instanceof JoinChoice choice) {
            return Optional.of(following(choice.each, choice.kept));
        }
        return operator.rowInputs().size() == 1
                ? decided(operator.rowInputs().getFirst()).map(input -> operator.withRowInputs(List.of(input)))
                : Optional.empty();
    }

    /** Whether it is known without a run how many rows there are: all nodes of a label. */
    public static boolean isKnown(Operator rows) {
        return rows instanceof NodeScan scan
                && scan.input() instanceof Unit
                && scan.prunable().isEmpty();
    }

    /** The way that this is instead, if it is known without a run how many rows there are; itself otherwise. */
    public Operator settled() {
        return isKnown(kept) ? following(kept.rows() > rowsMax ? once : each, kept) : this;
    }

    /** The way from each of the rows, which may themselves come from a choice, with leaves of its own. */
    private static Operator following(Operator way, Operator rows) {
        return way instanceof KeptRows
                ? rows
                : way.withRowInputs(way.rowInputs().stream()
                        .map(input -> following(input, rows))
                        .toList());
    }

    @Override
    public List<Operator> rowInputs() {
        return List.of(each, once, kept);
    }

    @Override
    public Operator withRowInputs(List<Operator> inputs) {
        return new JoinChoice(inputs.get(2), inputs.get(0), inputs.get(1), node, rowsMax, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return "the first for up to " + rowsMax + " rows";
    }

    @Override
    public String sideName() {
        return "way";
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        BreakerSpec<ExchangeSink> rows = builder.keep(kept, SlotSets.with(read, List.of(node)));
        builder.reading(rows, () -> {
            GatedSource.way(
                    builder, each, (assembly, worker) -> assembly.state(rows).rowCount() <= rowsMax, read, next);
            GatedSource.way(
                    builder, once, (assembly, worker) -> assembly.state(rows).rowCount() > rowsMax, read, next);
        });
    }
}
