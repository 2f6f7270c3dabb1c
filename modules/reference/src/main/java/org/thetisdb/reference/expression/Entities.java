package org.thetisdb.reference.expression;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.reference.function.FunctionLibrary;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What nodes and relationships hold. Of a deleted one nothing can be read but a relationship's type. */
public final class Entities {
    private Entities() {}

    /** {@code target.key}, null for null. */
    static @Nullable Object property(@Nullable Object target, String key, FunctionLibrary functions) {
        return switch (target) {
            case null -> null;
            case Map<?, ?> map -> map.get(key);
            case ReferenceNode node -> properties(node).get(key);
            case ReferenceRelationship relationship -> properties(relationship).get(key);
            case Object value
            when FunctionLibrary.hasComponents(value) ->
                functions.component(value, key).orElse(null);
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH, "a value without properties: key=" + key + ", value=" + target);
        };
    }

    /**
     * The properties of a node or relationship, or a map itself.
     *
     * @throws ThetisException {@code TYPE_MISMATCH} if it is none of these, {@code ENTITY_DELETED}
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> properties(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> (Map<String, Object>) map;
            case ReferenceNode node -> {
                requireLive(node);
                yield node.properties();
            }
            case ReferenceRelationship relationship -> {
                requireLive(relationship);
                yield relationship.properties();
            }
            case null, default ->
                throw new ThetisException(ErrorCode.TYPE_MISMATCH, "no node, relationship or map: value=" + value);
        };
    }

    /** @throws ThetisException {@code ENTITY_DELETED} */
    public static void requireLive(ReferenceNode node) {
        if (node.isDeleted()) {
            throw new ThetisException(ErrorCode.ENTITY_DELETED, "the node was deleted: id=" + node.id());
        }
    }

    /** @throws ThetisException {@code ENTITY_DELETED} */
    public static void requireLive(ReferenceRelationship relationship) {
        if (relationship.isDeleted()) {
            throw new ThetisException(
                    ErrorCode.ENTITY_DELETED, "the relationship was deleted: id=" + relationship.id());
        }
    }

    /** {@code n:A&!B}, null for null. */
    static @Nullable Boolean hasLabels(@Nullable Object target, LabelExpression labels) {
        return switch (target) {
            case null -> null;
            case ReferenceNode node -> {
                requireLive(node);
                yield fits(labels, node.labels());
            }
            case ReferenceRelationship relationship -> fits(labels, Set.of(relationship.type()));
            default ->
                throw new ThetisException(
                        ErrorCode.TYPE_MISMATCH, "only nodes and relationships have labels or types: value=" + target);
        };
    }

    /** Whether these labels, or this one type, match the expression. */
    public static boolean fits(LabelExpression expression, Set<String> names) {
        return switch (expression) {
            case LabelExpression.Name name -> names.contains(name.name());
            case LabelExpression.Wildcard any -> !names.isEmpty();
            case LabelExpression.Not not -> !fits(not.operand(), names);
            case LabelExpression.And and -> and.operands().stream().allMatch(each -> fits(each, names));
            case LabelExpression.Or or -> or.operands().stream().anyMatch(each -> fits(each, names));
        };
    }
}
