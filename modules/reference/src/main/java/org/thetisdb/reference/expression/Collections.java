package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Quantifier;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.reference.value.Equality;
import org.thetisdb.reference.value.Logic;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Expressions that make lists and maps or iterate over them. */
final class Collections {
    private final Evaluator evaluator;
    private final Environment environment;

    Collections(Evaluator evaluator, Environment environment) {
        this.evaluator = evaluator;
        this.environment = environment;
    }

    @Nullable
    Object value(Expression expression, Row row) {
        return switch (expression) {
            case Expression.ListOf list -> list(list.elements(), row);
            case Expression.MapOf map -> map(map.entries(), row, new LinkedHashMap<>());
            case Expression.MapProjection projection -> mapProjection(projection, row);
            case Expression.Subscript subscript ->
                subscript(evaluator.value(subscript.target(), row), evaluator.value(subscript.index(), row));
            case Expression.ListSlice slice -> slice(slice, row);
            case Expression.In in -> in(in, row);
            case Expression.ListComprehension comprehension -> comprehension(comprehension, row);
            case Expression.Quantifier quantifier -> quantifier(quantifier, row);
            case Expression.Reduce reduce -> reduce(reduce, row);
            default -> throw new IllegalStateException("no such expression: class=" + expression.getClass());
        };
    }

    private List<Object> list(List<Expression> elements, Row row) {
        List<Object> values = new ArrayList<>(elements.size());
        elements.forEach(element -> values.add(evaluator.value(element, row)));
        return values;
    }

    /** Adds entries to a map; of two with the same key the later one counts. */
    private Map<String, Object> map(List<Expression.Entry> entries, Row row, Map<String, Object> into) {
        entries.forEach(entry -> into.put(entry.key(), evaluator.value(entry.value(), row)));
        return into;
    }

    private @Nullable Object mapProjection(Expression.MapProjection projection, Row row) {
        Object target = evaluator.value(projection.target(), row);
        if (target == null) {
            return null;
        }
        Map<String, Object> properties = Entities.properties(target);
        return map(
                projection.entries(),
                row,
                projection.allProperties() ? new LinkedHashMap<>(properties) : new LinkedHashMap<>());
    }

    private @Nullable Object subscript(@Nullable Object target, @Nullable Object index) {
        if (target == null || index == null) {
            return null;
        }
        if (target instanceof List<?> list && index instanceof Long wanted) {
            long place = wanted < 0 ? wanted + list.size() : wanted;
            return place < 0 || place >= list.size() ? null : list.get((int) place);
        }
        boolean keyed = target instanceof Map<?, ?>
                || target instanceof ReferenceNode
                || target instanceof ReferenceRelationship;
        if (keyed && index instanceof String key) {
            return Entities.property(target, key, environment.functions());
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, "no element to take: target=" + target + ", index=" + index);
    }

    private @Nullable Object slice(Expression.ListSlice slice, Row row) {
        Object list = evaluator.value(slice.list(), row);
        Object from = bound(slice.from(), 0L, row);
        Object to = bound(slice.to(), Long.MAX_VALUE, row);
        if (list == null || from == null || to == null) {
            return null;
        }
        List<?> elements = Lists.require(list);
        int start = place(from, elements.size());
        int end = place(to, elements.size());
        return start >= end ? List.of() : new ArrayList<>(elements.subList(start, end));
    }

    private @Nullable Object bound(Optional<Expression> bound, long otherwise, Row row) {
        return bound.isPresent() ? evaluator.value(bound.get(), row) : Long.valueOf(otherwise);
    }

    /** Where a slice begins or ends: negative numbers count from the end; what is outside is cut off. */
    private static int place(Object bound, int size) {
        if (!(bound instanceof Long place)) {
            throw new ThetisException(ErrorCode.TYPE_MISMATCH, "the end of a slice is no integer: value=" + bound);
        }
        return Math.clamp(place < 0 ? place + size : place, 0, size);
    }

    /** The disjunction of {@code value = element} over all elements. */
    private @Nullable Boolean in(Expression.In in, Row row) {
        Object value = evaluator.value(in.value(), row);
        Object list = evaluator.value(in.list(), row);
        if (list == null) {
            return null;
        }
        Boolean any = false;
        for (Object element : Lists.require(list)) {
            any = Logic.or(any, Equality.equal(value, element));
        }
        return any;
    }

    private @Nullable Object comprehension(Expression.ListComprehension comprehension, Row row) {
        Object list = evaluator.value(comprehension.list(), row);
        if (list == null) {
            return null;
        }
        List<Object> values = new ArrayList<>();
        for (Object element : Lists.require(list)) {
            environment.budget().take(1);
            Row inner = row.with(comprehension.variable(), element);
            if (comprehension.predicate().isEmpty()
                    || evaluator.isTrue(comprehension.predicate().get(), inner)) {
                values.add(
                        comprehension.projection().isPresent()
                                ? evaluator.value(comprehension.projection().get(), inner)
                                : element);
            }
        }
        return values;
    }

    /** The elements are tested from left to right until the rest cannot matter any more. */
    private @Nullable Boolean quantifier(Expression.Quantifier quantifier, Row row) {
        Object list = evaluator.value(quantifier.list(), row);
        if (list == null) {
            return null;
        }
        Quantifier.Kind kind = quantifier.kind();
        int trueCount = 0;
        int falseCount = 0;
        int nullCount = 0;
        for (Object element : Lists.require(list)) {
            environment.budget().take(1);
            Boolean truth = evaluator.truth(quantifier.predicate(), row.with(quantifier.variable(), element));
            nullCount += truth == null ? 1 : 0;
            trueCount += Boolean.TRUE.equals(truth) ? 1 : 0;
            falseCount += Boolean.FALSE.equals(truth) ? 1 : 0;
            boolean decided =
                    kind == Quantifier.Kind.ALL ? falseCount > 0 : trueCount > (kind == Quantifier.Kind.SINGLE ? 1 : 0);
            if (decided) {
                return kind == Quantifier.Kind.ANY;
            }
        }
        if (nullCount > 0) {
            return null;
        }
        return kind == Quantifier.Kind.SINGLE ? trueCount == 1 : kind != Quantifier.Kind.ANY;
    }

    private @Nullable Object reduce(Expression.Reduce reduce, Row row) {
        Object accumulator = evaluator.value(reduce.initial(), row);
        Object list = evaluator.value(reduce.list(), row);
        if (list == null) {
            return null;
        }
        for (Object element : Lists.require(list)) {
            environment.budget().take(1);
            Row inner = row.with(reduce.variable(), element).with(reduce.accumulator(), accumulator);
            accumulator = evaluator.value(reduce.body(), inner);
        }
        return accumulator;
    }
}
