package org.thetisdb.engine.operator;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;

/**
 * An operator of the graph algebra: what to do, and how many rows it is expected to yield.
 *
 * <p>An operator is a record in one file, which says all there is to know about it: its inputs, its columns, its line
 * in a plan, and how it becomes part of a pipeline. Nothing switches over operators, so a new one is that file and
 * the place in the planner that makes it; the planner's rewrites test for the kinds that they know.
 *
 * <p>Unless it says otherwise, an operator keeps the columns of its input and adds those that it {@link #binds}.
 * Labels, types and property keys are text; one that the catalog does not know matches nothing.
 *
 * <p>Threads: immutable.
 */
public interface Operator {
    /** The estimate of the rows that it yields; per argument row inside a subplan. */
    double rows();

    /** What gives it rows, the streaming input last; none for a leaf. */
    List<Operator> rowInputs();

    /** The same operator over other inputs, in the order of {@link #rowInputs}. */
    Operator withRowInputs(List<Operator> inputs);

    /** The columns that it binds by itself. */
    Set<Variable> binds();

    /** What it does, in a line, as EXPLAIN shows it; empty if its name says all. */
    String details();

    /**
     * Puts its part before what is downstream, and continues with its inputs.
     *
     * @param read the slots that somebody above reads
     * @param next what takes its rows
     */
    void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next);

    /** Its name, with its mode if it has several. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** What it runs for its rows, with these as {@link Argument}. */
    default Optional<Operator> subplan() {
        return Optional.empty();
    }

    /** Its subplan if it has one, then its inputs. */
    default List<Operator> inputs() {
        return subplan().map(each -> OperatorTrees.before(each, rowInputs())).orElseGet(this::rowInputs);
    }

    /** What its inputs but the last are called in a plan. */
    default String sideName() {
        return subplan().isPresent() ? "subplan" : "input";
    }

    /** The columns of its rows. */
    default Set<Variable> columns() {
        Set<Variable> columns = new HashSet<>(binds());
        rowInputs().forEach(input -> columns.addAll(input.columns()));
        return columns;
    }

    /** Its expressions: in them may be subqueries. */
    default List<Expression> expressions() {
        return List.of();
    }

    /** The column that says how often a row counts; empty if each counts once. */
    default Optional<Variable> multiplicity() {
        return Optional.empty();
    }

    /** Whether it changes the graph by itself. */
    default boolean isWrite() {
        return false;
    }
}
