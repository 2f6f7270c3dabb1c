package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;

/** A primitive transformation of the table of rows. Unless a step says otherwise, it keeps the columns it gets. */
public sealed interface Step {
    /**
     * Joins each row with all matches of a pattern.
     *
     * @param optional a row without a match is kept once, the pattern's new variables null
     * @param pattern what to find
     * @param predicates conjuncts that a match must fulfil: labels and properties of the pattern and its WHERE
     */
    record Match(boolean optional, GraphPattern pattern, List<Expression> predicates) implements Step {
        public Match {
            predicates = List.copyOf(predicates);
        }
    }

    /**
     * One row for each element of the list; none for null or an empty list; a value that is no list counts as a list
     * of one.
     */
    record Unwind(Expression list, Variable variable) implements Step {}

    /** Adds columns; the expressions see only the columns from before the step. */
    record Compute(List<Item> items) implements Step {
        public Compute {
            items = List.copyOf(items);
        }
    }

    /**
     * Groups rows by equal keys; afterwards only keys and aggregates are columns. Without keys there is exactly one
     * group, even of no rows.
     */
    record Aggregate(List<Item> keys, List<Aggregation> aggregations) implements Step {
        public Aggregate {
            keys = List.copyOf(keys);
            aggregations = List.copyOf(aggregations);
        }
    }

    /** Projects to {@code variables}, and keeps each combination of their values once. */
    record Distinct(List<Variable> variables) implements Step {
        public Distinct {
            variables = List.copyOf(variables);
        }
    }

    record Sort(List<SortKey> keys) implements Step {
        public Sort {
            keys = List.copyOf(keys);
        }
    }

    /** SKIP and LIMIT; the expressions are constant during a run. */
    record Slice(Optional<Expression> skip, Optional<Expression> limit) implements Step {}

    /** Keeps only the columns of {@code variables}. */
    record Project(List<Variable> variables) implements Step {
        public Project {
            variables = List.copyOf(variables);
        }
    }

    /** Keeps the rows for which the predicate is true (neither false nor null). */
    record Filter(Expression predicate) implements Step {}

    /**
     * CALL { }: runs the subquery once for each row and joins the row with each row it yields. A subquery that writes
     * is run for one row after another.
     *
     * @param query the subquery
     * @param imports the outer columns that it reads; the subquery uses the very same variables
     * @param optional OPTIONAL CALL: a row for which the subquery yields nothing is kept, outputs null
     * @param unit the subquery has no RETURN: each row is kept once
     * @param transactions present for IN TRANSACTIONS
     */
    record Call(
            Query query,
            List<Variable> imports,
            boolean optional,
            boolean unit,
            Optional<Write.Transactions> transactions)
            implements Step {
        public Call {
            imports = List.copyOf(imports);
        }
    }

    /** Makes or drops an index or a constraint, in a commit of its own. The only step of its query. */
    record ChangeSchema(SchemaChange change) implements Step {}

    /** For each row, makes the nodes and then the relationships. */
    record Create(List<Write.NewNode> nodes, List<Write.NewRelationship> relationships) implements Step {
        public Create {
            nodes = List.copyOf(nodes);
            relationships = List.copyOf(relationships);
        }
    }

    /** Adds a path of what the row holds already: node, relationship, node, … */
    record BuildPath(GraphPattern.NamedPath path) implements Step {}

    /**
     * For each row, finds the pattern or, if there is no match, makes it; a row sees what the rows before it have made.
     *
     * @param match the pattern, its properties compared with columns
     * @param values those columns, none of which may be null
     * @param create what to make, out of the same columns
     * @param onCreate changes to be done for a row whose pattern was made
     * @param onMatch changes to be done for each match
     */
    record Merge(
            Match match,
            List<MergeValue> values,
            Create create,
            List<Write.Assignment> onCreate,
            List<Write.Assignment> onMatch)
            implements Step {
        public Merge {
            values = List.copyOf(values);
            onCreate = List.copyOf(onCreate);
            onMatch = List.copyOf(onMatch);
        }
    }

    /** A column that a MERGE compares a property with. */
    record MergeValue(String key, Variable variable) {}

    /** SET and REMOVE: for each row, one assignment after another. */
    record Assign(List<Write.Assignment> assignments) implements Step {
        public Assign {
            assignments = List.copyOf(assignments);
        }
    }

    /** Deletes nodes, relationships and the elements of paths; null is skipped. */
    record Delete(boolean detach, List<Expression> targets) implements Step {
        public Delete {
            targets = List.copyOf(targets);
        }
    }

    /** For each row and each element of the list, one after another, runs a query that writes; the rows stay. */
    record Foreach(Variable variable, Expression list, Query query, List<Variable> imports) implements Step {
        public Foreach {
            imports = List.copyOf(imports);
        }
    }

    /**
     * Joins each row with the lines of a file.
     *
     * @param headers whether the first line names the fields: a line is a map then, otherwise a list
     * @param terminator what separates fields; a comma if absent
     */
    record LoadCsv(Expression from, boolean headers, Optional<Expression> terminator, Variable variable)
            implements Step {}

    /**
     * Joins each row with the rows that a procedure gives for it. A procedure without columns is called once for each
     * row, which stays. One that writes is a barrier like all steps that do.
     *
     * @param arguments one for each parameter
     * @param yields the columns that are taken
     * @param optional OPTIONAL CALL: a row for which the procedure gives nothing is kept, what is yielded null
     */
    record CallProcedure(ProcedureSignature procedure, List<Expression> arguments, List<Yield> yields, boolean optional)
            implements Step {
        public CallProcedure {
            arguments = List.copyOf(arguments);
            yields = List.copyOf(yields);
        }
    }

    /** A column of a procedure, by its place, and the variable that takes it. */
    record Yield(int column, Variable variable) {}

    /** A variable and what it becomes. */
    record Item(Variable variable, Expression expression) {}

    /**
     * An aggregate function over a group.
     *
     * @param variable takes the result
     * @param function which
     * @param distinct whether equal values of the first argument count once
     * @param arguments empty for {@code count(*)}; a second one for the percentiles
     * @param extension the function itself if it is an extension's; otherwise empty
     * @param order of the elements of a collected list, if it is not that of the rows
     */
    record Aggregation(
            Variable variable,
            AggregateFunction function,
            boolean distinct,
            List<Expression> arguments,
            Optional<ExtensionAggregate> extension,
            Optional<ListOrder> order) {
        public Aggregation {
            arguments = List.copyOf(arguments);
        }

        /** Of a function of openCypher. */
        public Aggregation(
                Variable variable, AggregateFunction function, boolean distinct, List<Expression> arguments) {
            this(variable, function, distinct, arguments, Optional.empty(), Optional.empty());
        }

        /** The same of other arguments. */
        public Aggregation withArguments(List<Expression> others) {
            return new Aggregation(variable, function, distinct, others, extension, order);
        }

        /** The same for another variable. */
        public Aggregation withVariable(Variable other) {
            return new Aggregation(other, function, distinct, arguments, extension, order);
        }

        /** The same with the elements in an order. */
        public Aggregation ordered(ListOrder other) {
            return new Aggregation(variable, function, distinct, arguments, extension, Optional.of(other));
        }
    }

    /** That of {@code ORDER BY} applied to the elements of a list. */
    enum ListOrder {
        ASCENDING,
        DESCENDING
    }

    /** The aggregate functions of openCypher, and those of extensions. */
    enum AggregateFunction {
        COUNT_ROWS,
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX,
        COLLECT,
        STDEV,
        STDEVP,
        PERCENTILE_CONT,
        PERCENTILE_DISC,
        EXTENSION
    }

    record SortKey(Expression expression, boolean ascending) {}
}
