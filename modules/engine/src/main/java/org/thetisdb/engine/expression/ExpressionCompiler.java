package org.thetisdb.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.ConstantEvaluator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Predicate;
import org.thetisdb.engine.evaluation.Slots;
import org.thetisdb.engine.evaluation.SubqueryRunner;
import org.thetisdb.engine.extension.ScalarExtension;
import org.thetisdb.engine.function.FunctionTable;
import org.thetisdb.engine.kernel.ArithmeticEvaluator;
import org.thetisdb.engine.kernel.ArithmeticRules;
import org.thetisdb.engine.kernel.CaseEvaluator;
import org.thetisdb.engine.kernel.CodeCondition;
import org.thetisdb.engine.kernel.CodedEvaluator;
import org.thetisdb.engine.kernel.CollectionRules;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.kernel.ComparisonEvaluator;
import org.thetisdb.engine.kernel.ConjunctionPredicate;
import org.thetisdb.engine.kernel.ConstantCaseEvaluator;
import org.thetisdb.engine.kernel.DifferenceEvaluator;
import org.thetisdb.engine.kernel.HasLabelsEvaluator;
import org.thetisdb.engine.kernel.InEvaluator;
import org.thetisdb.engine.kernel.LogicEvaluator;
import org.thetisdb.engine.kernel.NullTestEvaluator;
import org.thetisdb.engine.kernel.NumberEvaluator;
import org.thetisdb.engine.kernel.PlacedEvaluator;
import org.thetisdb.engine.kernel.PropertyEvaluator;
import org.thetisdb.engine.kernel.RangeCondition;
import org.thetisdb.engine.kernel.StringTestEvaluator;
import org.thetisdb.engine.kernel.TruthEvaluator;
import org.thetisdb.engine.list.LambdaEvaluator;
import org.thetisdb.engine.list.ReduceEvaluator;
import org.thetisdb.engine.list.SubscriptEvaluator;
import org.thetisdb.engine.semantics.TypeNames;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.temporal.TemporalDifferences;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Turns bound expressions into evaluators for one worker. What it makes does not depend on parameters: they are read
 * from the {@link EvaluationContext}, so one tree serves many runs. Parts without columns become constants that are
 * computed once a run, when they are first needed.
 */
public final class ExpressionCompiler {
    /** Slots from here on belong to variables inside expressions, which no batch holds. */
    private static final int FIRST_INNER_SLOT = 1 << 24;

    private final Slots slots;
    private final SubqueryRunner.Factory subqueries;
    private final Places places;
    private final AtomicInteger nextInnerSlot;
    private final PropertiesTogether together;

    /** What is a column of the rows itself. */
    private final Optional<Expression.Property> column;

    /**
     * @param slots where the rows keep their variables
     * @param subqueries makes the runners of subqueries inside expressions
     * @param places the expressions' places in the query's text, for errors
     */
    public ExpressionCompiler(Slots slots, SubqueryRunner.Factory subqueries, Places places) {
        this(slots, subqueries, places, new AtomicInteger(FIRST_INNER_SLOT), PropertiesTogether.NONE, Optional.empty());
    }

    private ExpressionCompiler(
            Slots slots,
            SubqueryRunner.Factory subqueries,
            Places places,
            AtomicInteger nextInnerSlot,
            PropertiesTogether together,
            Optional<Expression.Property> column) {
        this.slots = slots;
        this.subqueries = subqueries;
        this.places = places;
        this.nextInnerSlot = nextInnerSlot;
        this.together = together;
        this.column = column;
    }

    /**
     * A compiler that knows which expressions are evaluated for the same rows.
     *
     * @param expressions of which it will compile some
     */
    public ExpressionCompiler together(List<Expression> expressions) {
        return new ExpressionCompiler(
                slots, subqueries, places, nextInnerSlot, PropertiesTogether.of(expressions), column);
    }

    /** A compiler that knows one more variable. */
    private ExpressionCompiler within(Variable variable, int slot) {
        Slots outer = slots;
        Slots inner = asked -> asked.equals(variable) ? slot : outer.slot(asked);
        return new ExpressionCompiler(inner, subqueries, places, nextInnerSlot, PropertiesTogether.NONE, column);
    }

    /** A predicate that is true for rows for which all conjuncts are; of no conjuncts, for all rows. */
    public Predicate predicate(List<Expression> conjuncts) {
        List<Expression> flat = new ArrayList<>();
        conjuncts.forEach(conjunct -> flatten(conjunct, flat));
        List<Optional<RangeCondition>> ranges = new RangeConditions(this).of(flat);
        return new ConjunctionPredicate(IntStream.range(0, flat.size())
                .mapToObj(index -> conjunct(flat.get(index), ranges.get(index)))
                .toList());
    }

    private ConjunctionPredicate.Conjunct conjunct(Expression condition, Optional<RangeCondition> range) {
        return new ConjunctionPredicate.Conjunct(
                compile(condition),
                Foldability.isConditionThatCannotFail(condition),
                Foldability.failsByExtensionsAlone(condition),
                Foldability.cannotFail(condition),
                range,
                CodeConditions.property(condition)
                        .map(property -> new CodeCondition(
                                column(property), () -> ofValues(property).compile(condition))));
    }

    /** A compiler for which a property is the only column of its rows. */
    private ExpressionCompiler ofValues(Expression.Property property) {
        return new ExpressionCompiler(
                slots, subqueries, places, nextInnerSlot, PropertiesTogether.NONE, Optional.of(property));
    }

    /** A property about which its column can be asked; {@code property} is a variable's. */
    public ColumnProperty column(Expression.Property property) {
        return new ColumnProperty(compile(property.target()), property.key(), together.keys(property.target()));
    }

    private static void flatten(Expression conjunct, List<Expression> into) {
        if (conjunct instanceof Expression.And and) {
            and.operands().forEach(operand -> flatten(operand, into));
        } else {
            into.add(conjunct);
        }
    }

    /** An evaluator with scratch vectors of its own. */
    public Evaluator compile(Expression expression) {
        Evaluator made = placed(expression, make(expression));
        return !made.isConstant() && Foldability.isConstant(expression) ? new ConstantEvaluator(made) : made;
    }

    /** The place of an expression in the query's text. */
    public Optional<Position> place(Expression expression) {
        return places.of(expression);
    }

    private Evaluator placed(Expression expression, Evaluator made) {
        Optional<Position> position = Foldability.cannotFail(expression) ? Optional.empty() : place(expression);
        return position.isPresent() ? new PlacedEvaluator(made, position.get()) : made;
    }

    private Evaluator[] all(List<Expression> expressions) {
        return expressions.stream().map(this::compile).toArray(Evaluator[]::new);
    }

    private Evaluator make(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> constant(literal.value());
            case Expression.Parameter parameter -> parameter(parameter.name());
            case Expression.Reference reference -> column(slots.slot(reference.variable()));
            case Expression.Property property
            when column.filter(property::equals).isPresent() -> column(0);
            case Expression.Property(Expression.Call call, String key)
            when TemporalDifferences.has(call.name(), key) -> difference(call, key);
            case Expression.Property property ->
                new PropertyEvaluator(compile(property.target()), property.key(), together.keys(property.target()));
            case Expression.Arithmetic arithmetic ->
                new ArithmeticEvaluator(arithmetic.operator(), compile(arithmetic.left()), compile(arithmetic.right()));
            case Expression.Negate negate ->
                new NumberEvaluator(
                        "-",
                        all(List.of(negate.operand())),
                        held -> new BoxedEvaluator(held, true, (context, values) -> ArithmeticRules.negate(values[0])));
            case Expression.Comparison comparison ->
                new ComparisonEvaluator(comparison.operator(), compile(comparison.left()), compile(comparison.right()));
            case Expression.And and -> new LogicEvaluator(ValueSemantics.FALSE, all(and.operands()));
            case Expression.Or or -> new LogicEvaluator(ValueSemantics.TRUE, all(or.operands()));
            case Expression.Xor xor -> TruthEvaluator.xor(compile(xor.left()), compile(xor.right()));
            case Expression.Not not -> TruthEvaluator.not(compile(not.operand()));
            case Expression.IsNull test -> new NullTestEvaluator(compile(test.operand()), true);
            case Expression.IsNotNull test -> new NullTestEvaluator(compile(test.operand()), false);
            case Expression.In in -> new InEvaluator(compile(in.value()), compile(in.list()));
            case Expression.StringTest test ->
                new StringTestEvaluator(test.operator(), compile(test.text()), compile(test.part()));
            case Expression.TypeTest test ->
                boxed(
                        List.of(test.value()),
                        false,
                        (context, values) -> TypeNames.matches(values[0], test.type(), test.notNull()));
            case Expression.HasLabels test -> new HasLabelsEvaluator(compile(test.target()), test.labels());
            case Expression.Call call
            when call.name().equals("size")
                    && call.arguments().getFirst() instanceof Expression.ListComprehension of
                    && of.projection().isEmpty() -> comprehension(of, LambdaEvaluator::count);
            case Expression.Call call -> FunctionTable.compile(call, all(call.arguments()));
            case Expression.ExtensionCall call -> extension(call, all(call.arguments()));
            default -> makeComposite(expression);
        };
    }

    private Evaluator difference(Expression.Call call, String component) {
        return new DifferenceEvaluator(
                call.name(),
                component,
                compile(call.arguments().getFirst()),
                compile(call.arguments().getLast()),
                (from, to) -> new PropertyEvaluator(
                        placed(call, FunctionTable.compile(call, new Evaluator[] {from, to})), component, List.of()));
    }

    private static Evaluator extension(Expression.ExtensionCall call, Evaluator[] arguments) {
        ScalarExtension function = (ScalarExtension) call.function();
        return function.isOfTextAlone()
                ? CodedEvaluator.over(arguments, function::evaluator)
                : function.evaluator(arguments);
    }

    private Evaluator makeComposite(Expression expression) {
        return switch (expression) {
            case Expression.ListOf list -> boxed(list.elements(), false, CollectionRules::list);
            case Expression.MapOf map -> boxed(values(map.entries()), false, CollectionRules.map(map.entries()));
            case Expression.MapProjection projection -> projection(projection);
            case Expression.Subscript subscript ->
                new SubscriptEvaluator(compile(subscript.target()), compile(subscript.index()));
            case Expression.ListSlice slice -> slice(slice);
            case Expression.Case choice -> choice(choice);
            case Expression.ListComprehension comprehension ->
                comprehension(comprehension, LambdaEvaluator::comprehension);
            case Expression.Quantifier quantifier -> {
                int slot = nextInnerSlot.getAndIncrement();
                yield LambdaEvaluator.quantifier(
                        compile(quantifier.list()),
                        slot,
                        quantifier.kind(),
                        within(quantifier.variable(), slot).compile(quantifier.predicate()));
            }
            case Expression.Reduce reduce -> reduce(reduce);
            case Expression.Subquery subquery -> {
                SubqueryRunner runner = subqueries.create(subquery, slots);
                yield runner::run;
            }
            default -> throw new IllegalStateException("not an expression: " + expression);
        };
    }

    private static List<Expression> values(List<Expression.Entry> entries) {
        return entries.stream().map(Expression.Entry::value).toList();
    }

    private Evaluator boxed(List<Expression> operands, boolean nullForNull, BoxedEvaluator.Function function) {
        return new BoxedEvaluator(all(operands), nullForNull, function);
    }

    private static Evaluator constant(Optional<Object> value) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, 1);
        vector.setValue(0, value.orElse(null));
        return new ConstantEvaluator((context, rows) -> vector);
    }

    private static Evaluator parameter(String name) {
        Vector vector = new Vector();
        return new ConstantEvaluator((context, rows) -> {
            vector.reset(VectorKind.NULL, 1);
            vector.setValue(0, context.parameters().get(name));
            return vector;
        });
    }

    private static Evaluator column(int slot) {
        return (context, rows) -> rows.column(slot);
    }

    /** For null it is null, whatever its entries are: then nothing that may fail is computed. */
    private Evaluator projection(Expression.MapProjection projection) {
        List<Expression> operands = new ArrayList<>();
        operands.add(projection.target());
        operands.addAll(values(projection.entries()));
        Evaluator made =
                boxed(operands, false, CollectionRules.projection(projection.allProperties(), projection.entries()));
        if (values(projection.entries()).stream().allMatch(Foldability::cannotFail)) {
            return made;
        }
        Evaluator[] isNull = {compile(new Expression.IsNull(projection.target()))};
        Evaluator[] results = {compile(Expression.Literal.NULL), made};
        return new CaseEvaluator(Optional.empty(), isNull, results);
    }

    private Evaluator slice(Expression.ListSlice slice) {
        List<Expression> operands = new ArrayList<>();
        operands.add(slice.list());
        slice.from().ifPresent(operands::add);
        slice.to().ifPresent(operands::add);
        return boxed(operands, true, CollectionRules.slice(slice.from(), slice.to()));
    }

    private Evaluator choice(Expression.Case choice) {
        Evaluator[] whens =
                choice.branches().stream().map(branch -> compile(branch.when())).toArray(Evaluator[]::new);
        List<Expression> results = new ArrayList<>();
        choice.branches().forEach(branch -> results.add(branch.then()));
        results.add(choice.otherwise().orElse(Expression.Literal.NULL));
        Evaluator[] compiled = results.stream().map(this::compile).toArray(Evaluator[]::new);
        Optional<Evaluator> operand = choice.operand().map(this::compile);
        boolean areGiven = results.stream()
                .allMatch(each -> each instanceof Expression.Literal || each instanceof Expression.Parameter);
        return areGiven
                ? new ConstantCaseEvaluator(operand, whens, compiled)
                : new CaseEvaluator(operand, whens, compiled);
    }

    private Evaluator comprehension(Expression.ListComprehension comprehension, LambdaEvaluator.Maker maker) {
        int slot = nextInnerSlot.getAndIncrement();
        ExpressionCompiler inner = within(comprehension.variable(), slot);
        return maker.make(
                compile(comprehension.list()),
                slot,
                comprehension.predicate().map(inner::compile),
                comprehension.projection().map(inner::compile));
    }

    private Evaluator reduce(Expression.Reduce reduce) {
        int accumulatorSlot = nextInnerSlot.getAndIncrement();
        int elementSlot = nextInnerSlot.getAndIncrement();
        ExpressionCompiler inner = within(reduce.accumulator(), accumulatorSlot).within(reduce.variable(), elementSlot);
        return new ReduceEvaluator(
                compile(reduce.initial()),
                accumulatorSlot,
                compile(reduce.list()),
                elementSlot,
                inner.compile(reduce.body()));
    }
}
