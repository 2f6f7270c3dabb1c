package org.thetisdb.reference.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write.Transactions;
import org.thetisdb.reference.expression.Environment;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.expression.Subqueries;
import org.thetisdb.reference.limit.NotModelledException;
import org.thetisdb.reference.pattern.Paths;
import org.thetisdb.reference.pattern.PatternMatcher;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Runs queries and their steps. */
public final class QueryRunner implements Subqueries {
    private final Environment environment;
    private final Evaluator evaluator;
    private final Writes writes;

    public QueryRunner(Environment environment) {
        this.environment = environment;
        this.evaluator = new Evaluator(environment, this);
        this.writes = new Writes(environment, evaluator, this);
    }

    @Override
    public List<Row> run(Query query, Row imports) {
        return switch (query) {
            case Query.Single single -> {
                List<Row> rows = List.of(imports);
                for (int index = 0; index < single.steps().size(); index++) {
                    if (!isSpared(single.steps(), index, imports)) {
                        rows = apply(single.steps().get(index), rows, imports);
                        environment.budget().take(rows.size());
                    }
                }
                yield rows;
            }
            case Query.Union union -> {
                List<Row> rows = renamed(union.left(), union.outputs(), imports);
                rows.addAll(renamed(union.right(), union.outputs(), imports));
                yield union.distinct() ? Grouping.distinct(rows, union.outputs()) : rows;
            }
        };
    }

    /** Whether a step sorts what is dropped as a whole, so that nobody reads its keys. */
    private boolean isSpared(List<Step> steps, int index, Row imports) {
        return environment.errorsWhenRead()
                && steps.get(index) instanceof Step.Sort
                && index + 1 < steps.size()
                && steps.get(index + 1) instanceof Step.Slice slice
                && count(slice.limit(), Long.MAX_VALUE, imports) == 0;
    }

    /** A branch's rows, its columns named as those of the whole. */
    private List<Row> renamed(Query branch, List<Variable> outputs, Row imports) {
        List<Row> rows = new ArrayList<>();
        for (Row row : run(branch, imports)) {
            Row renamed = imports;
            for (int index = 0; index < outputs.size(); index++) {
                renamed = renamed.with(outputs.get(index), row, branch.outputs().get(index));
            }
            rows.add(renamed);
        }
        return rows;
    }

    private List<Row> apply(Step step, List<Row> rows, Row imports) {
        return switch (step) {
            case Step.Match match -> {
                PatternMatcher matcher = new PatternMatcher(match, environment, evaluator);
                yield flatMap(rows, matcher::rows);
            }
            case Step.Unwind unwind -> flatMap(rows, row -> unwind(unwind, row));
            case Step.Compute compute -> flatMap(rows, row -> List.of(compute(compute.items(), row)));
            case Step.Aggregate aggregate -> new Grouping(aggregate, evaluator).rows(rows, imports);
            case Step.Distinct distinct ->
                Grouping.distinct(projected(rows, distinct.variables(), imports), distinct.variables());
            case Step.Sort sort -> Sorting.sorted(sort.keys(), rows, evaluator);
            case Step.Slice slice -> slice(slice, rows, imports);
            case Step.Project project -> projected(rows, project.variables(), imports);
            case Step.Filter filter ->
                rows.stream()
                        .filter(row -> evaluator.passes(filter.predicate(), row))
                        .toList();
            case Step.BuildPath build ->
                flatMap(rows, row -> List.of(row.with(build.path().path(), Paths.of(build.path(), row))));
            case Step.Call call -> flatMap(rows, row -> call(call, row));
            case Step.Create create -> flatMap(rows, row -> List.of(writes.create(create, row)));
            case Step.Merge merge -> flatMap(rows, row -> writes.merge(merge, row));
            case Step.Assign assign -> {
                rows.forEach(row -> writes.assign(assign.assignments(), row));
                yield rows;
            }
            case Step.Delete delete -> {
                writes.delete(delete, rows);
                yield rows;
            }
            case Step.Foreach foreach -> {
                rows.forEach(row -> writes.foreach(foreach, row));
                yield rows;
            }
            case Step.ChangeSchema change -> throw new NotModelledException("indexes and constraints");
            case Step.LoadCsv load -> throw new NotModelledException("files");
            case Step.CallProcedure call -> throw new NotModelledException("procedures");
        };
    }

    private interface RowFunction {
        List<Row> apply(Row row);
    }

    /** The rows that each row yields, one row after another. */
    private List<Row> flatMap(List<Row> rows, RowFunction function) {
        List<Row> result = new ArrayList<>();
        rows.forEach(row -> result.addAll(function.apply(row)));
        return result;
    }

    private List<Row> unwind(Step.Unwind unwind, Row row) {
        Object value = evaluator.value(unwind.list(), row);
        if (value == null) {
            return List.of();
        }
        List<?> elements = value instanceof List<?> list ? list : List.of(value);
        List<Row> rows = new ArrayList<>(elements.size());
        elements.forEach(element -> rows.add(row.with(unwind.variable(), element)));
        return rows;
    }

    private Row compute(List<Step.Item> items, Row row) {
        Row longer = row;
        for (Step.Item item : items) {
            longer = evaluator.with(longer, item.variable(), () -> evaluator.value(item.expression(), row));
        }
        return longer;
    }

    private static List<Row> projected(List<Row> rows, List<Variable> variables, Row imports) {
        return rows.stream().map(row -> imports.with(variables, row)).toList();
    }

    private List<Row> slice(Step.Slice slice, List<Row> rows, Row imports) {
        long skipped = Math.min(count(slice.skip(), 0, imports), rows.size());
        long kept = Math.min(count(slice.limit(), Long.MAX_VALUE, imports), rows.size() - skipped);
        return rows.subList((int) skipped, (int) (skipped + kept));
    }

    private long count(Optional<Expression> expression, long otherwise, Row imports) {
        if (expression.isEmpty()) {
            return otherwise;
        }
        Object value = evaluator.value(expression.get(), imports);
        if (!(value instanceof Long count) || count < 0) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT, "SKIP and LIMIT take an integer that is not negative: value=" + value);
        }
        return count;
    }

    /** IN TRANSACTIONS changes nothing here as long as the first error ends the query. */
    private List<Row> call(Step.Call call, Row row) {
        if (call.transactions().isPresent()) {
            requirePlain(call.transactions().get(), row);
        }
        List<Row> inner = run(call.query(), row.only(call.imports()));
        if (call.unit()) {
            return List.of(row);
        }
        List<Variable> outputs = call.query().outputs();
        if (inner.isEmpty() && call.optional()) {
            Row nulls = row;
            for (Variable output : outputs) {
                nulls = nulls.with(output, null);
            }
            return List.of(nulls);
        }
        return inner.stream().map(each -> row.with(outputs, each)).toList();
    }

    private void requirePlain(Transactions transactions, Row row) {
        if (transactions.onError() != Transactions.OnError.FAIL) {
            throw new NotModelledException("ON ERROR CONTINUE and ON ERROR BREAK");
        }
        if (!(evaluator.value(transactions.rows(), row) instanceof Long rowCount) || rowCount < 1) {
            throw new ThetisException(ErrorCode.INVALID_ARGUMENT, "a transaction takes at least one row");
        }
    }
}
