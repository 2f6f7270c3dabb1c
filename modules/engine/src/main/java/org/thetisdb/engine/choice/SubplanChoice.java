package org.thetisdb.engine.choice;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.Shared;

/**
 * What a subplan finds for outer rows: from each of them, or, when there have been many, all at once for those to come,
 * which then look it up.
 *
 * @param each finds it from each outer row
 * @param once looks up what is found once in a run of the query, if there is memory for it
 * @param rowsMax how many outer rows are too few for {@code once}
 * @param tableBytes about what is looked up in takes
 * @param isSure whether there are more outer rows for sure: then all is found before they come, by all workers
 */
public record SubplanChoice(Operator each, Operator once, long rowsMax, long tableBytes, boolean isSure, double rows)
        implements Operator {
    @Override
    public List<Operator> rowInputs() {
        return List.of(each, once);
    }

    @Override
    public Operator withRowInputs(List<Operator> inputs) {
        return new SubplanChoice(inputs.getFirst(), inputs.getLast(), rowsMax, tableBytes, isSure, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return isSure ? "the second if there is memory" : "the first for up to " + rowsMax + " rows";
    }

    @Override
    public String sideName() {
        return "way";
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Decision decision = new Decision(new Count(), isSure ? 0 : rowsMax, tableBytes);
        Gate isOnce = (assembly, worker) -> assembly.state(decision).isOnce(assembly, worker);
        GatedSource.way(builder, each, (assembly, worker) -> !isOnce.isOpen(assembly, worker), read, next);
        Room room = new Room(tableBytes);
        Optional<Gate> early =
                isSure ? Optional.of((assembly, worker) -> assembly.state(room).isRoom(worker)) : Optional.empty();
        GatedSource.way(builder, once, isOnce, early, read, next);
    }

    /** Of a run of the query. */
    private record Room(long tableBytes) implements Shared<TableRoom> {
        @Override
        public TableRoom createState(Assembly assembly) {
            return new TableRoom(tableBytes);
        }
    }

    /** Of all runs of the subplan within one of the query. */
    private record Count() implements Shared<OuterRowCount> {
        @Override
        public OuterRowCount createState(Assembly assembly) {
            return new OuterRowCount();
        }
    }

    /** Of one run of the subplan. */
    private record Decision(Count count, long rowsMax, long tableBytes) implements Shared<SubplanDecision> {
        @Override
        public SubplanDecision createState(Assembly assembly) {
            return new SubplanDecision(assembly.lastingState(count), rowsMax, tableBytes);
        }
    }
}
