package org.thetisdb.engine.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.procedure.Procedure;

/**
 * An operator of the graph algebra: what to do, and to how many rows it is expected to lead.
 *
 * <p>Unless it says otherwise, an operator keeps the columns of its input and adds those it binds. {@code rows} is the
 * estimate of the rows it yields (per argument row inside a subplan). Labels, types and property keys are text; one
 * that the catalog does not know matches nothing.
 */
public sealed interface Operator {
    double rows();

    // ---------------------------------------------------------------- leaves

    /** One row without columns. */
    record Unit(double rows) implements Operator {}

    /** The outer rows of a subplan, with those of their columns that the subplan reads. */
    record Argument(List<Variable> variables, double rows) implements Operator {
        public Argument {
            variables = List.copyOf(variables);
        }
    }

    // ------------------------------------------- binding a node, once for each input row

    /**
     * All nodes with the labels (all nodes if empty), joined with each input row (usually {@link Unit}).
     *
     * @param prunable conjuncts of a later filter that compare a property of {@code node} with a constant, by which
     *     whole chunks may be skipped; they are still checked later
     */
    record NodeScan(
            Operator input, Variable node, Optional<LabelExpression> labels, List<Expression> prunable, double rows)
            implements Operator {
        public NodeScan {
            prunable = List.copyOf(prunable);
        }
    }

    /** Nodes whose indexed property equals {@code key}; with {@code anyOf}, is an element of the list {@code key}. */
    record IndexSeek(
            Operator input,
            Variable node,
            String label,
            String property,
            Expression key,
            boolean anyOf,
            boolean unique,
            double rows)
            implements Operator {}

    /** Nodes whose indexed property lies in a range. */
    record IndexRange(
            Operator input,
            Variable node,
            String label,
            String property,
            Optional<RangeBound> lower,
            Optional<RangeBound> upper,
            double rows)
            implements Operator {}

    record RangeBound(Expression value, boolean inclusive) {}

    /** Nodes whose indexed property begins with a string. */
    record IndexPrefix(Operator input, Variable node, String label, String property, Expression prefix, double rows)
            implements Operator {}

    /** The node with an id ({@code id(n) = …}, {@code elementId(n) = …}), if it exists. */
    record NodeById(Operator input, Variable node, Expression id, double rows) implements Operator {}

    /**
     * All relationships of the types by a scan of forward lists, with both their nodes; {@code from} is the start node.
     */
    record RelationshipScan(
            Operator input, Variable relationship, Variable from, Variable to, List<String> types, double rows)
            implements Operator {
        public RelationshipScan {
            types = List.copyOf(types);
        }
    }

    // ---------------------------------------------------------------- walking

    /**
     * ForeachRelationship and Expand in one: each relationship of {@code from}, with the node at its other end.
     *
     * @param relationship empty if nobody reads it
     * @param types empty for all
     * @param labels a test of {@code to}'s labels that is cheapest here
     */
    record Expand(
            Operator input,
            Variable from,
            Optional<Variable> relationship,
            Variable to,
            Direction direction,
            List<String> types,
            Optional<LabelExpression> labels,
            double rows)
            implements Operator {
        public Expand {
            types = List.copyOf(types);
        }
    }

    /** Each relationship between two nodes that are bound already. */
    record ExpandInto(
            Operator input,
            Variable from,
            Optional<Variable> relationship,
            Variable to,
            Direction direction,
            List<String> types,
            double rows)
            implements Operator {
        public ExpandInto {
            types = List.copyOf(types);
        }
    }

    /**
     * Does not bind the other end but multiplies: adds a column with the number of relationships (of the input row so
     * far), and drops rows where it is 0. What counts rows later multiplies by such columns. A factorised Expand.
     */
    record ExpandCount(
            Operator input,
            Variable from,
            Direction direction,
            List<String> types,
            Optional<LabelExpression> labels,
            Variable multiplicity,
            boolean keepZeroAsOne,
            double rows)
            implements Operator {
        public ExpandCount {
            types = List.copyOf(types);
        }
    }

    /**
     * Walks of {@code minimum} to {@code maximum} relationships, none used twice in one walk.
     *
     * @param relationships takes the list of relationships; empty if nobody reads it
     * @param into whether {@code to} is bound already
     * @param mode ALL gives each walk; DISTINCT_ENDS gives each end node once per input row (only where the query
     *     cannot tell the difference, and only with an unread list), by breadth-first search
     * @param hop stands for the single relationship in {@code predicates}
     * @param excluded relationships (single or lists) of the same pattern that a walk must not use
     */
    record VariableExpand(
            Operator input,
            Variable from,
            Optional<Variable> relationships,
            Variable to,
            boolean into,
            Direction direction,
            List<String> types,
            int minimum,
            OptionalLong maximum,
            WalkMode mode,
            Variable hop,
            List<Expression> predicates,
            List<Variable> excluded,
            Optional<LabelExpression> labels,
            double rows)
            implements Operator {
        public VariableExpand {
            types = List.copyOf(types);
            predicates = List.copyOf(predicates);
            excluded = List.copyOf(excluded);
        }
    }

    enum WalkMode {
        ALL,
        DISTINCT_ENDS
    }

    /**
     * One or all shortest paths between two bound nodes, by bidirectional breadth-first search.
     *
     * @param pathPredicates conjuncts that speak of the whole path: checked on candidate paths, shortest first
     */
    record ShortestPaths(
            Operator input,
            Variable from,
            Variable to,
            Variable path,
            Variable relationships,
            Direction direction,
            List<String> types,
            int minimum,
            OptionalLong maximum,
            boolean all,
            Variable hop,
            List<Expression> predicates,
            List<Expression> pathPredicates,
            double rows)
            implements Operator {
        public ShortestPaths {
            types = List.copyOf(types);
            predicates = List.copyOf(predicates);
            pathPredicates = List.copyOf(pathPredicates);
        }
    }

    // ---------------------------------------------------------------- row by row

    /** Rows for which all predicates are true; the runtime may reorder them by what they cost and drop. */
    record Filter(Operator input, List<Expression> predicates, double rows) implements Operator {
        public Filter {
            predicates = List.copyOf(predicates);
        }
    }

    /**
     * Rows in which none of {@code relationships} (single or lists) shares a relationship with {@code relationship}.
     */
    record DifferentRelationships(Operator input, Variable relationship, List<Variable> others, double rows)
            implements Operator {
        public DifferentRelationships {
            others = List.copyOf(others);
        }
    }

    /** Adds columns; the expressions see only the input's columns. */
    record Project(Operator input, List<Step.Item> items, double rows) implements Operator {
        public Project {
            items = List.copyOf(items);
        }
    }

    /** Adds a path built of the elements' columns: node, relationship (single or list), node, … */
    record BuildPath(Operator input, Variable path, List<Variable> elements, double rows) implements Operator {
        public BuildPath {
            elements = List.copyOf(elements);
        }
    }

    /** Keeps only these columns. */
    record Narrow(Operator input, List<Variable> variables, double rows) implements Operator {
        public Narrow {
            variables = List.copyOf(variables);
        }
    }

    record Unwind(Operator input, Expression list, Variable variable, double rows) implements Operator {}

    /** Joins each row with the rows that a procedure gives for it. */
    record ProcedureCall(
            Operator input,
            Procedure procedure,
            List<Expression> arguments,
            List<Step.Yield> yields,
            boolean optional,
            double rows)
            implements Operator {}

    /** Each row with each line of a file. */
    record LoadCsv(
            Operator input,
            Expression from,
            boolean headers,
            Optional<Expression> terminator,
            Variable variable,
            double rows)
            implements Operator {}

    // ---------------------------------------------------------------- two inputs

    /** Rows of both sides with equal (never null) keys, column by column; build is hashed, probe streams. */
    record HashJoin(Operator build, Operator probe, List<Expression> buildKeys, List<Expression> probeKeys, double rows)
            implements Operator {
        public HashJoin {
            buildKeys = List.copyOf(buildKeys);
            probeKeys = List.copyOf(probeKeys);
        }
    }

    /** Each row of one side with each of the other; the right side is kept in memory. */
    record CartesianProduct(Operator left, Operator right, double rows) implements Operator {}

    /** First the left's rows, then the right's (or mixed); the branches' columns become {@code outputs}. */
    record Union(
            Operator left,
            Operator right,
            List<Variable> leftColumns,
            List<Variable> rightColumns,
            List<Variable> outputs,
            double rows)
            implements Operator {
        public Union {
            leftColumns = List.copyOf(leftColumns);
            rightColumns = List.copyOf(rightColumns);
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * Runs {@code subplan} for batches of input rows and joins each row with what it yields.
     *
     * @param optional keep rows for which it yields nothing, {@code outputs} null
     * @param shared if present, the only columns that the subplan reads, with few different values: it is run once
     *     for each of those rather than for each row
     * @param outputs the columns that the subplan adds
     */
    record Apply(
            Operator input,
            Operator subplan,
            boolean optional,
            List<Variable> shared,
            List<Variable> outputs,
            double rows)
            implements Operator {
        public Apply {
            shared = List.copyOf(shared);
            outputs = List.copyOf(outputs);
        }
    }

    // ---------------------------------------------------------------- pipeline breakers

    /**
     * Groups rows; afterwards only keys and aggregates are columns.
     *
     * @param multiplicities columns of {@link ExpandCount}: each row counts as often as their product says
     */
    record Aggregate(
            Operator input,
            List<Step.Item> keys,
            List<Step.Aggregation> aggregations,
            List<Variable> multiplicities,
            double rows)
            implements Operator {
        public Aggregate {
            keys = List.copyOf(keys);
            aggregations = List.copyOf(aggregations);
            multiplicities = List.copyOf(multiplicities);
        }
    }

    /** Keeps only {@code variables}, each combination once. */
    record Distinct(Operator input, List<Variable> variables, double rows) implements Operator {
        public Distinct {
            variables = List.copyOf(variables);
        }
    }

    record Sort(Operator input, List<Step.SortKey> keys, double rows) implements Operator {
        public Sort {
            keys = List.copyOf(keys);
        }
    }

    /** The first rows of the order, after leaving out {@code skip}. */
    record TopK(Operator input, List<Step.SortKey> keys, Optional<Expression> skip, Expression limit, double rows)
            implements Operator {
        public TopK {
            keys = List.copyOf(keys);
        }
    }

    record Slice(Operator input, Optional<Expression> skip, Optional<Expression> limit, double rows)
            implements Operator {}

    // ---------------------------------------------------------------- writing: all of them break pipelines

    /** Makes nodes, then relationships, for each row. */
    record Create(Operator input, List<Write.NewNode> nodes, List<Write.NewRelationship> relationships, double rows)
            implements Operator {
        public Create {
            nodes = List.copyOf(nodes);
            relationships = List.copyOf(relationships);
        }
    }

    /** SET and REMOVE. */
    record Assign(Operator input, List<Write.Assignment> assignments, double rows) implements Operator {
        public Assign {
            assignments = List.copyOf(assignments);
        }
    }

    record Delete(Operator input, boolean detach, List<Expression> targets, double rows) implements Operator {
        public Delete {
            targets = List.copyOf(targets);
        }
    }

    /** Makes or drops an index or a constraint; gives no rows. A leaf. */
    record ChangeSchema(SchemaChange change, double rows) implements Operator {}

    /**
     * Finds or makes a pattern for each row; a row sees what those before it have made.
     *
     * @param subplan finds the pattern
     */
    record Merge(Operator input, Operator subplan, Step.Merge merge, double rows) implements Operator {}

    /** Runs a subplan that writes, for each row and each element of a list; the rows stay as they are. */
    record Foreach(Operator input, Operator subplan, Variable variable, Expression list, double rows)
            implements Operator {}

    /**
     * An {@link Apply} whose subplan writes: it is run for one row after the other.
     *
     * @param unit the subplan gives nothing: each row is kept once
     * @param transactions present if what is written so far is to be committed every so many rows
     */
    record ApplyWrites(
            Operator input,
            Operator subplan,
            boolean optional,
            boolean unit,
            Optional<Write.Transactions> transactions,
            List<Variable> outputs,
            double rows)
            implements Operator {
        public ApplyWrites {
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * One row with the number of nodes with a label, or of relationships of a type between labels, from the statistics.
     */
    record CountFromStatistics(
            Optional<String> startLabel,
            Optional<String> type,
            Optional<String> endLabel,
            boolean relationships,
            Variable count,
            double rows)
            implements Operator {}
}
