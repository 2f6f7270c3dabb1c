package org.thetisdb.engine.write;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write.Assignment;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.WriteExpressions;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Decides whether assignments may read what they write. Whether {@code row.x} reads the graph depends on what {@code
 * row} is, so it is decided for each batch by the columns' kinds. Immutable.
 */
public final class WriteHazards {
    /** What may read what. */
    enum Hazard {
        /** No assignment reads the graph. */
        NONE,
        /** An assignment may read what an earlier one has written for the same row. */
        WITHIN_ROWS,
        /** A row may read what an earlier row has written. */
        BETWEEN_ROWS
    }

    private final boolean unknown;
    private final Set<Variable> inspected = new HashSet<>();
    private final Set<Variable> targets = new HashSet<>();
    private final boolean plainTargets;

    /** Of a list that is computed for several rows before a clause writes for the first of them. */
    public static WriteHazards ofReading(Expression expression) {
        return new WriteHazards(List.of(), List.of(expression));
    }

    WriteHazards(List<Assignment> assignments) {
        this(assignments, WriteExpressions.of(assignments));
    }

    private WriteHazards(List<Assignment> assignments, List<Expression> expressions) {
        boolean[] obscure = {false};
        for (Expression expression : expressions) {
            Set<Variable> columns = Expressions.dependencies(expression);
            Expressions.walk(expression, each -> {
                obscure[0] |= each instanceof Expression.Subquery;
                if (readsEntity(each)) {
                    inspected.addAll(Expressions.dependencies(each));
                    // The variable of a comprehension is not a column that could be checked.
                    obscure[0] |= !columns.containsAll(Expressions.dependencies(each));
                }
            });
        }
        boolean plain = true;
        for (Assignment assignment : assignments) {
            plain &= assignment.target() instanceof Expression.Reference;
            targets.addAll(Expressions.dependencies(assignment.target()));
            if (assignment instanceof Assignment.OfProperties properties) {
                inspected.addAll(Expressions.dependencies(properties.value()));
            }
        }
        unknown = obscure[0];
        plainTargets = plain;
    }

    /** Whether the expression reads the graph if what it is applied to is a node, relationship or path. */
    private static boolean readsEntity(Expression expression) {
        return switch (expression) {
            case Expression.Property ignored -> true;
            case Expression.Subscript ignored -> true;
            case Expression.MapProjection ignored -> true;
            case Expression.HasLabels ignored -> true;
            case Expression.Call call ->
                switch (call.name()) {
                    case "properties", "keys", "labels" -> true;
                    default -> false;
                };
            // It is handed nodes and relationships with all that they hold.
            case Expression.ExtensionCall ignored -> true;
            default -> false;
        };
    }

    Hazard of(Batch rows) {
        if (unknown) {
            return Hazard.BETWEEN_ROWS;
        }
        Set<Variable> read = new HashSet<>();
        for (Variable variable : inspected) {
            if (holdsEntities(rows.column(variable.id()), rows.count())) {
                read.add(variable);
            }
        }
        if (read.isEmpty()) {
            return Hazard.NONE;
        }
        if (rows.count() == 1) {
            return Hazard.WITHIN_ROWS;
        }
        boolean ownOnly = plainTargets && targets.size() == 1 && targets.equals(read);
        return ownOnly && areDistinct(rows.column(targets.iterator().next().id()), rows.count())
                ? Hazard.WITHIN_ROWS
                : Hazard.BETWEEN_ROWS;
    }

    private static boolean areDistinct(Vector entities, int count) {
        if (entities.kind() != VectorKind.NODE && entities.kind() != VectorKind.RELATIONSHIP) {
            return false;
        }
        long[] ids = Arrays.copyOf(entities.longs(), count);
        Arrays.sort(ids);
        for (int index = 1; index < count; index++) {
            if (ids[index] == ids[index - 1]) {
                return false;
            }
        }
        return true;
    }

    private static boolean holdsEntities(Vector column, int count) {
        return switch (column.kind()) {
            case NODE, RELATIONSHIP -> true;
            case OBJECT -> {
                boolean found = false;
                for (int row = 0; row < count && !found; row++) {
                    found = holdsEntity(column.objects()[row]);
                }
                yield found;
            }
            default -> false;
        };
    }

    private static boolean holdsEntity(Object value) {
        return switch (value) {
            case null -> false;
            case NodeReference ignored -> true;
            case RelationshipReference ignored -> true;
            case PathReference ignored -> true;
            case List<?> list -> list.stream().anyMatch(WriteHazards::holdsEntity);
            case Map<?, ?> map -> map.values().stream().anyMatch(WriteHazards::holdsEntity);
            default -> false;
        };
    }
}
