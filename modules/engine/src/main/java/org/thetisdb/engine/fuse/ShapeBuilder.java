package org.thetisdb.engine.fuse;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Finds the shape of a run's loop by looking at a batch: which kinds its values have, and whether there are nulls.
 *
 * <p>A node whose operands have kinds that the blocks do not know becomes a leaf, if it may: its value is then made by
 * an evaluator, and the loop goes on from there. So {@code m.length > 40 AND m.language = 'en'} is a loop over lengths
 * and over the truths of the second condition.
 *
 * <p>Belongs to one worker.
 */
final class ShapeBuilder {
    private static final Set<VectorKind> ORDERED = EnumSet.of(
            VectorKind.BOOLEAN,
            VectorKind.INTEGER,
            VectorKind.FLOAT,
            VectorKind.DATE,
            VectorKind.LOCAL_TIME,
            VectorKind.LOCAL_DATETIME,
            VectorKind.ZONED_DATETIME);
    private static final Set<VectorKind> IDENTIFIED = EnumSet.of(VectorKind.NODE, VectorKind.RELATIONSHIP);

    /** What a column or a branch of CASE may be: of one word, ordered as that is. */
    private static final Set<VectorKind> STORED = EnumSet.of(
            VectorKind.BOOLEAN, VectorKind.INTEGER, VectorKind.FLOAT, VectorKind.DATE, VectorKind.LOCAL_TIME);

    /** What a key of groups may be, beside coded strings: of one word, the same if that is. */
    private static final Set<VectorKind> KEYS = EnumSet.of(VectorKind.BOOLEAN, VectorKind.INTEGER, VectorKind.DATE);

    private static final int SAMPLE_ROWS_MAX = 1024;

    private final FusedWork work;
    private final ExpressionCompiler compiler;
    private final EvaluationContext context;
    private final Rows rows;
    private final List<Expression> expressions = new ArrayList<>();
    private final List<Scalar.Leaf> leaves = new ArrayList<>();
    private final List<Vector> samples = new ArrayList<>();
    private final List<KeyRange> ranges = new ArrayList<>();
    private final Map<Expression, Scalar.Leaf> known = new HashMap<>();

    /** Of the run's own variables, those that were met. */
    private final Map<Variable, Scalar> definitions = new HashMap<>();

    /** Whatever has been null before may be so again. */
    private final boolean isAllNullable;

    ShapeBuilder(
            FusedWork work, ExpressionCompiler compiler, EvaluationContext context, Rows rows, boolean isAllNullable) {
        this.work = work;
        this.compiler = compiler;
        this.context = context;
        this.rows = rows;
        this.isAllNullable = isAllNullable;
    }

    /** The shape with its leaves; empty if the values are not of kinds that a loop can compute with. */
    Optional<FusedShape> build() {
        List<List<Scalar>> filters = new ArrayList<>();
        for (List<Expression> conjuncts : work.filters()) {
            Optional<List<Scalar>> conditions = truths(conjuncts);
            if (conditions.isEmpty()) {
                return Optional.empty();
            }
            filters.add(conditions.get());
        }
        List<Scalar> columns = new ArrayList<>();
        for (Expression value : work.columns()) {
            Optional<Scalar> column = scalar(value).filter(each -> STORED.contains(each.kind()));
            if (column.isEmpty()) {
                return Optional.empty();
            }
            columns.add(column.get());
        }
        Optional<List<Scalar>> keys = keys();
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        List<LoopShape.Total> totals = new ArrayList<>();
        for (Step.Aggregation aggregation : work.totals()) {
            Optional<LoopShape.Total> total = total(aggregation);
            if (total.isEmpty()) {
                return Optional.empty();
            }
            totals.add(total.get());
        }
        return Optional.of(new FusedShape(
                new LoopShape(leaves, filters, columns, keys.get(), totals), expressions, samples, ranges));
    }

    /** What rows are grouped by; empty if some of it is not of a kind, or has too many values, for a loop. */
    private Optional<List<Scalar>> keys() {
        List<Scalar> keys = new ArrayList<>();
        long places = 1;
        for (Expression expression : work.keys()) {
            Optional<Scalar> key = scalar(expression);
            Optional<KeyRange> range = key.flatMap(each -> range(each, expression));
            if (range.isEmpty()) {
                return Optional.empty();
            }
            keys.add(key.get());
            ranges.add(range.get());
            places *= Math.max(1, range.get().count());
            if (places > KeyRange.PLACES_MAX) {
                return Optional.empty();
            }
        }
        return Optional.of(keys);
    }

    /** The values that a key has in the batch, if they are such as a loop can have. */
    private Optional<KeyRange> range(Scalar key, Expression expression) {
        if (key.kind() == VectorKind.STRING) {
            boolean isColumn = key instanceof Scalar.Leaf leaf && !leaf.isConstant();
            Vector strings = isColumn ? samples.get(((Scalar.Leaf) key).index()) : new Vector();
            return strings.isCoded() && strings.dictionary().size() <= KeyRange.PLACES_MAX
                    ? Optional.of(new KeyRange(0, strings.dictionary().size()))
                    : Optional.empty();
        }
        return KEYS.contains(key.kind()) ? rangeOfLongs(key, expression) : Optional.empty();
    }

    private Optional<KeyRange> rangeOfLongs(Scalar key, Expression expression) {
        KeyRange range = KeyRange.NONE;
        boolean isOfRun = Expressions.dependencies(expression).stream()
                .anyMatch(each -> work.definition(each).isPresent());
        try {
            Evaluator evaluator = compiler.compile(expression);
            if (!isOfRun && evaluator.isConstant()) {
                range = range.with(evaluator.constant(context), 1);
            } else if (!isOfRun) {
                Vector values = evaluator.evaluate(context, rows);
                range = values.kind() == key.kind() ? range.with(values, rows.count()) : range;
            }
        } catch (ThetisException failure) {
            // Some row has no value, one that a filter drops perhaps. What values there are, doubts will tell.
            return Optional.of(KeyRange.NONE);
        }
        return range.isTooMany() ? Optional.empty() : Optional.of(range);
    }

    private Optional<LoopShape.Total> total(Step.Aggregation aggregation) {
        if (aggregation.arguments().isEmpty()) {
            return Optional.of(new LoopShape.Total(aggregation.function(), Optional.empty()));
        }
        Optional<Scalar> argument = scalar(aggregation.arguments().getFirst());
        return argument.filter(each -> isSummable(aggregation.function(), each.kind()))
                .map(each -> new LoopShape.Total(aggregation.function(), argument));
    }

    private static boolean isSummable(Step.AggregateFunction function, VectorKind kind) {
        return switch (function) {
            case COUNT -> true;
            case SUM, AVG -> kind == VectorKind.INTEGER;
            case MIN, MAX -> STORED.contains(kind) && kind != VectorKind.FLOAT;
            default -> false;
        };
    }

    private Optional<List<Scalar>> truths(List<Expression> conditions) {
        List<Scalar> all = new ArrayList<>();
        for (Expression condition : conditions) {
            Optional<Scalar> truth = truth(condition);
            if (truth.isEmpty()) {
                return Optional.empty();
            }
            all.add(truth.get());
        }
        return Optional.of(all);
    }

    private Optional<Scalar> truth(Expression condition) {
        return scalar(condition).filter(each -> each.kind() == VectorKind.BOOLEAN);
    }

    private Optional<Scalar> scalar(Expression expression) {
        if (expression instanceof Expression.Reference reference
                && work.definition(reference.variable()).isPresent()) {
            return defined(
                    reference.variable(), work.definition(reference.variable()).get());
        }
        if (!Fusability.isNode(expression)) {
            return leaf(expression);
        }
        int before = leaves.size();
        Optional<Scalar> made = node(expression);
        if (made.isPresent()) {
            return made;
        }
        forgetLeaves(before);
        return leaf(expression);
    }

    /** A variable of the run is looked at once, however often it is used. */
    private Optional<Scalar> defined(Variable variable, Expression definition) {
        Scalar met = definitions.get(variable);
        if (met != null) {
            return Optional.of(met);
        }
        Optional<Scalar> made = scalar(definition);
        made.ifPresent(scalar -> definitions.put(variable, scalar));
        return made;
    }

    private Optional<Scalar> node(Expression expression) {
        return switch (expression) {
            case Expression.Arithmetic arithmetic -> arithmetic(arithmetic);
            case Expression.Negate negate -> function("-", List.of(negate.operand()));
            case Expression.Call call ->
                call.name().equals(Fusability.COALESCE) ? coalesce(call) : function(call.name(), call.arguments());
            case Expression.Comparison comparison ->
                scalar(comparison.left())
                        .flatMap(left -> scalar(comparison.right())
                                .flatMap(right -> comparison(comparison.operator(), left, right)));
            case Expression.And and -> truths(and.operands()).map(each -> new Scalar.Logic(true, each));
            case Expression.Or or -> truths(or.operands()).map(each -> new Scalar.Logic(false, each));
            case Expression.Xor xor ->
                truth(xor.left()).flatMap(left -> truth(xor.right()).map(right -> new Scalar.Difference(left, right)));
            case Expression.Not not -> truth(not.operand()).map(Scalar.Inversion::new);
            case Expression.IsNull test -> nullTest(test, test.operand(), true);
            case Expression.IsNotNull test -> nullTest(test, test.operand(), false);
            case Expression.Case choice -> choice(choice);
            default -> Optional.empty();
        };
    }

    /** Where nobody wants the value, it is not read: for a test of its own a column is asked where it has values. */
    private Optional<Scalar> nullTest(Expression test, Expression operand, boolean isOfNull) {
        if (operand instanceof Expression.Property && !known.containsKey(operand)) {
            return leaf(test);
        }
        return scalar(operand).map(each -> new Scalar.NullTest(each, isOfNull));
    }

    private static boolean isNumber(VectorKind kind) {
        return kind == VectorKind.INTEGER || kind == VectorKind.FLOAT;
    }

    /** A function of numbers, if there is one for operands of these kinds. */
    private Optional<Scalar> function(String name, List<Expression> arguments) {
        List<Scalar> operands = new ArrayList<>();
        List<VectorKind> kinds = new ArrayList<>();
        for (Expression argument : arguments) {
            Optional<Scalar> operand = scalar(argument).filter(each -> isNumber(each.kind()));
            if (operand.isEmpty()) {
                return Optional.empty();
            }
            operands.add(operand.get());
            kinds.add(operand.get().kind());
        }
        return NumberFunctions.of(name, kinds).map(function -> {
            List<VectorKind> wanted = function.block().operands();
            for (int index = 0; index < operands.size(); index++) {
                if (wanted.get(index) == VectorKind.FLOAT) {
                    operands.set(index, widened(operands.get(index)));
                }
            }
            return new Scalar.Function(function, operands);
        });
    }

    /** The first argument that is not null, as a CASE. */
    private Optional<Scalar> coalesce(Expression.Call call) {
        List<Scalar.Branch> branches = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            Optional<Scalar> value = scalar(argument);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            branches.add(new Scalar.Branch(new Scalar.NullTest(value.get(), false), value.get()));
        }
        return choice(branches, Optional.of(branches.removeLast().value()));
    }

    private Optional<Scalar> arithmetic(Expression.Arithmetic arithmetic) {
        if (arithmetic.operator() == Expression.Arithmetic.Operator.POWER) {
            return function("pow", List.of(arithmetic.left(), arithmetic.right()));
        }
        Optional<Scalar> left = scalar(arithmetic.left()).filter(each -> isNumber(each.kind()));
        Optional<Scalar> right = scalar(arithmetic.right()).filter(each -> isNumber(each.kind()));
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        boolean isWide = left.get().kind() == VectorKind.FLOAT || right.get().kind() == VectorKind.FLOAT;
        return Optional.of(new Scalar.Arithmetic(
                arithmetic.operator(),
                isWide ? widened(left.get()) : left.get(),
                isWide ? widened(right.get()) : right.get()));
    }

    private static Scalar widened(Scalar number) {
        return number.kind() == VectorKind.FLOAT ? number : new Scalar.Widened(number);
    }

    private static Optional<Scalar> comparison(Expression.Comparison.Operator operator, Scalar left, Scalar right) {
        boolean isEquality = operator == Expression.Comparison.Operator.EQUAL
                || operator == Expression.Comparison.Operator.NOT_EQUAL;
        VectorKind kind = left.kind();
        boolean isKnown = ORDERED.contains(kind) || isEquality && IDENTIFIED.contains(kind);
        return isKnown && kind == right.kind()
                ? Optional.of(new Scalar.Comparison(operator, left, right))
                : Optional.empty();
    }

    private Optional<Scalar> choice(Expression.Case choice) {
        List<Scalar.Branch> branches = new ArrayList<>();
        for (Expression.When branch : choice.branches()) {
            Optional<Scalar> condition = choice.operand().isPresent()
                    ? truth(new Expression.Comparison(
                            Expression.Comparison.Operator.EQUAL,
                            choice.operand().get(),
                            branch.when()))
                    : truth(branch.when());
            Optional<Scalar> value = scalar(branch.then());
            if (condition.isEmpty() || value.isEmpty()) {
                return Optional.empty();
            }
            branches.add(new Scalar.Branch(condition.get(), value.get()));
        }
        Optional<Expression> written = choice.otherwise().filter(each -> !Fusability.isNull(each));
        Optional<Scalar> otherwise = written.flatMap(this::scalar);
        if (written.isPresent() && otherwise.isEmpty()) {
            return Optional.empty();
        }
        return choice(branches, otherwise);
    }

    private static Optional<Scalar> choice(List<Scalar.Branch> branches, Optional<Scalar> otherwise) {
        Scalar.Choice made = new Scalar.Choice(branches, otherwise);
        boolean isOneKind = STORED.contains(made.kind())
                && branches.stream().allMatch(each -> each.value().kind() == made.kind())
                && otherwise.stream().allMatch(each -> each.kind() == made.kind());
        return isOneKind ? Optional.of(made) : Optional.empty();
    }

    // ---------------------------------------------------------------- leaves

    private Optional<Scalar> leaf(Expression expression) {
        Scalar.Leaf met = known.get(expression);
        if (met != null) {
            return Optional.of(met);
        }
        boolean isOfRun = Expressions.dependencies(expression).stream()
                .anyMatch(each -> work.definition(each).isPresent());
        if (isOfRun || !Fusability.isLeaf(expression)) {
            return Optional.empty();
        }
        Evaluator evaluator = compiler.compile(expression);
        Vector values;
        try {
            values = evaluator.operand(context, rows);
        } catch (ThetisException failure) {
            // Whether anybody sees it is for the interpreter to find out: it may be a constant that no row needs.
            return Optional.empty();
        }
        boolean isConstant = evaluator.isConstant();
        if (isConstant && (values.isNull(0) || values.kind() == VectorKind.NULL)) {
            return Optional.empty();
        }
        boolean isNullable = !isConstant && (isAllNullable || values.hasNulls());
        Scalar.Leaf leaf = new Scalar.Leaf(leaves.size(), values.kind(), isNullable, isConstant);
        leaves.add(leaf);
        expressions.add(expression);
        samples.add(copy(values, isConstant ? 1 : Math.min(rows.count(), SAMPLE_ROWS_MAX)));
        known.put(expression, leaf);
        return Optional.of(leaf);
    }

    /** Objects, and strings without codes, are not read by any loop: what is kept of them is where they are null. */
    private static Vector copy(Vector values, int count) {
        Vector copy = new Vector();
        if (Scalar.Leaf.hasValues(values.kind()) || values.isCoded()) {
            copy.gather(values, Vectors.iota(new int[0], count), count);
            return copy;
        }
        copy.reset(VectorKind.OBJECT, count);
        for (int row = 0; row < count; row++) {
            if (values.isNull(row)) {
                copy.setNull(row);
            }
        }
        return copy;
    }

    /** Leaves of a node that is a leaf itself are not needed, unless something before it has them, too. */
    private void forgetLeaves(int count) {
        if (leaves.size() > count) {
            definitions.clear();
        }
        while (leaves.size() > count) {
            leaves.removeLast();
            samples.removeLast();
            known.remove(expressions.removeLast());
        }
    }
}
