package org.thetisdb.engine.function;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.kernel.CollectionRules;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.LongRange;
import org.thetisdb.engine.semantics.TypeNames;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;

/** Functions of graph elements and lists, and those that fit nowhere else. */
public final class ScalarFunctions {
    private ScalarFunctions() {}

    static void register(FunctionDefinitions table) {
        table.add("id", (context, values) -> switch (values[0]) {
            case NodeReference node -> node.id();
            case RelationshipReference relationship -> relationship.id();
            case Object other -> throw Errors.type("id()", "a node or relationship", other);
        });
        table.add("elementid", (context, values) -> switch (values[0]) {
            case NodeReference node -> ElementIds.ofNode(node.id());
            case RelationshipReference relationship -> ElementIds.ofRelationship(relationship.id());
            case Object other -> throw Errors.type("elementId()", "a node or relationship", other);
        });
        table.add(
                "startnode",
                (context, values) -> new NodeReference(
                        Arguments.relationship("startNode()", values[0]).startNode()));
        table.add(
                "endnode",
                (context, values) -> new NodeReference(
                        Arguments.relationship("endNode()", values[0]).endNode()));
        table.add(
                "type",
                (context, values) -> GraphValues.type(
                        context.reader(),
                        Arguments.relationship("type()", values[0]).id()));
        table.add("labels", (context, values) -> {
            if (values[0] instanceof NodeReference node) {
                return GraphValues.labels(context.reader(), node.id());
            }
            throw Errors.type("labels()", "a node", values[0]);
        });
        table.add(
                "keys",
                (context, values) -> Collections.unmodifiableList(new ArrayList<>(
                        GraphValues.properties(context, values[0]).keySet())));
        table.add("properties", (context, values) -> GraphValues.properties(context, values[0]));
        table.add(
                "nodes",
                (context, values) -> Arguments.path("nodes()", values[0]).nodes());
        table.add(
                "relationships",
                (context, values) ->
                        Arguments.path("relationships()", values[0]).relationships());
        table.add("length", (context, values) ->
                (long) Arguments.path("length()", values[0]).length());
        registerLists(table);
        table.addForNulls("exists", (context, values) -> values[0] != null);
        table.addForNulls(
                "nullif",
                (context, values) ->
                        ValueSemantics.equal(values[0], values[1]) == ValueSemantics.TRUE ? null : values[0]);
        table.addForNulls("valuetype", (context, values) -> TypeNames.valueType(values[0]));
        table.add("timestamp", (context, values) -> context.clock().millis());
        table.add("randomuuid", (context, values) -> {
            long high = context.random().nextLong() & 0xFFFFFFFFFFFF0FFFL | 0x4000L;
            long low = context.random().nextLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
            return new UUID(high, low).toString();
        });
    }

    private static void registerLists(FunctionDefinitions table) {
        table.add("size", (context, values) -> switch (values[0]) {
            case List<?> list -> (long) list.size();
            case String text -> (long) text.codePointCount(0, text.length());
            case Object other -> throw Errors.type("size()", "a list or string", other);
        });
        table.add("isempty", (context, values) -> switch (values[0]) {
            case List<?> list -> list.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            case String text -> text.isEmpty();
            case Object other -> throw Errors.type("isEmpty()", "a list, map or string", other);
        });
        table.add("head", (context, values) -> {
            List<?> list = Arguments.list("head()", values[0]);
            return list.isEmpty() ? null : list.get(0);
        });
        table.add("last", (context, values) -> {
            List<?> list = Arguments.list("last()", values[0]);
            return list.isEmpty() ? null : list.get(list.size() - 1);
        });
        table.add("tail", (context, values) -> {
            List<?> list = Arguments.list("tail()", values[0]);
            return list.size() < 2 ? List.of() : CollectionRules.part(context, "tail()", list, 1, list.size());
        });
        table.add("reverse", (context, values) -> switch (values[0]) {
            case String text -> new StringBuilder(text).reverse().toString();
            case List<?> list -> CollectionRules.reversed(context, list);
            case Object other -> throw Errors.type("reverse()", "a list or string", other);
        });
        table.add(
                "range",
                (context, values) -> new LongRange(
                        Arguments.integer("range()", values[0]),
                        Arguments.integer("range()", values[1]),
                        values.length > 2 ? Arguments.integer("range()", values[2]) : 1));
    }
}
