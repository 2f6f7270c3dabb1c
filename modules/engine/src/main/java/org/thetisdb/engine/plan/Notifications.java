package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.value.Notification;
import org.thetisdb.value.NotificationCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/**
 * The notifications for whoever runs a query: made once, with its plan. Names are looked up in a
 * {@link CatalogWatch}: so a plan that says that a name does not exist, or which other one may be meant, is used
 * only as long as no such name is created.
 */
final class Notifications {
    /** A scan of fewer nodes is over before anybody would notice. */
    private static final long LARGE_LABEL_NODES = 10_000;

    private final BoundQuery query;
    private final Catalog catalog;
    private final Statistics statistics;
    private final List<Notification> found = new ArrayList<>();

    private Notifications(BoundQuery query, Catalog catalog, Statistics statistics) {
        this.query = query;
        this.catalog = catalog;
        this.statistics = statistics;
    }

    /**
     * Of a query and the operators of its plan, in the order of the text.
     *
     * @param catalog notes what is looked up in it
     */
    static List<Notification> of(BoundQuery query, List<Operator> roots, CatalogWatch catalog, Statistics statistics) {
        Notifications notifications = new Notifications(query, catalog, statistics);
        query.remarks().forEach(notifications::consider);
        roots.forEach(notifications::lookForScans);
        notifications.found.sort(
                Comparator.comparingInt(each -> each.position().orElseThrow().offset()));
        return notifications.found;
    }

    private void add(NotificationCode code, int offset, String description) {
        add(code, query.places().position(offset), description);
    }

    private void add(NotificationCode code, ThetisException.Position position, String description) {
        found.add(new Notification(code, description, Optional.of(position)));
    }

    private void consider(Remark remark) {
        switch (remark) {
            case Remark.NameRead read -> name(read);
            case Remark.Parts parts -> product(parts);
            case Remark.UnboundedLength length ->
                add(
                        NotificationCode.UNBOUNDED_LENGTH,
                        length.offset(),
                        "the relationship has no longest length, so the query may follow very many trails;"
                                + " give it one, as in *1..5, unless there are few");
            case Remark.Deprecated old ->
                add(
                        NotificationCode.DEPRECATED_SYNTAX,
                        old.offset(),
                        old.what() + " is out of date; write " + old.instead());
        }
    }

    // ---------------------------------------------------------------- names

    private void name(Remark.NameRead read) {
        String name = read.name();
        switch (read.kind()) {
            case LABEL ->
                unknown(
                        read,
                        catalog.labelId(name),
                        NotificationCode.UNKNOWN_LABEL,
                        "no node has the label",
                        catalog::labelCount,
                        catalog::labelName);
            case TYPE ->
                unknown(
                        read,
                        catalog.typeId(name),
                        NotificationCode.UNKNOWN_RELATIONSHIP_TYPE,
                        "no relationship has the type",
                        catalog::typeCount,
                        catalog::typeName);
            case PROPERTY_KEY ->
                unknown(
                        read,
                        catalog.propertyKeyId(name),
                        NotificationCode.UNKNOWN_PROPERTY_KEY,
                        "nothing has the property",
                        catalog::propertyKeyCount,
                        catalog::propertyKeyName);
        }
    }

    private interface Count {
        int get();
    }

    private void unknown(
            Remark.NameRead read,
            OptionalInt id,
            NotificationCode code,
            String what,
            Count count,
            IntFunction<String> names) {
        if (id.isPresent()) {
            return;
        }
        List<String> others =
                IntStream.range(0, count.get()).mapToObj(names).sorted().toList();
        add(code, read.offset(), what + " `" + read.name() + "`" + Suggestions.didYouMean(read.name(), others));
    }

    // ---------------------------------------------------------------- products

    private void product(Remark.Parts remark) {
        List<Remark.Part> wide = new Connections(remark).wideParts();
        if (wide.size() > 1) {
            add(
                    NotificationCode.CARTESIAN_PRODUCT,
                    wide.get(1).offset(),
                    "nothing connects the parts of the pattern with `"
                            + wide.get(0).name() + "` and with `"
                            + wide.get(1).name()
                            + "`, so each match of one is combined with each of the other;"
                            + " connect them by a relationship or an equation, unless all pairs are wanted");
        }
    }

    // ---------------------------------------------------------------- indexes

    private void lookForScans(Operator operator) {
        if (operator instanceof NodeScan scan && scan.labels().isPresent()) {
            lookForEquations(scan, scan.labels().get());
        }
        operator.inputs().forEach(this::lookForScans);
    }

    /** An equation that a scan of a large label has to check node by node, because there is no index for it. */
    private void lookForEquations(NodeScan scan, LabelExpression test) {
        Labels demanded = new Labels();
        demanded.learn(new Expression.HasLabels(new Expression.Reference(scan.node()), test));
        for (Expression condition : scan.prunable()) {
            Optional<Expression.Property> property = equated(condition, scan.node());
            if (property.isEmpty()) {
                continue;
            }
            for (String label : demanded.of(scan.node())) {
                if (isLargeWithoutIndex(label, property.get().key())) {
                    missingIndex(label, property.get());
                    return;
                }
            }
        }
    }

    private boolean isLargeWithoutIndex(String label, String key) {
        OptionalInt labelId = catalog.labelId(label);
        OptionalInt keyId = catalog.propertyKeyId(key);
        return labelId.isPresent()
                && keyId.isPresent()
                && catalog.indexes().stream()
                        .noneMatch(index ->
                                index.labelId() == labelId.getAsInt() && index.propertyKeyId() == keyId.getAsInt())
                && statistics.nodesWithLabel(labelId.getAsInt()) >= LARGE_LABEL_NODES;
    }

    private static Optional<Expression.Property> equated(Expression condition, Variable node) {
        if (condition instanceof Expression.Comparison comparison
                && comparison.operator() == Expression.Comparison.Operator.EQUAL) {
            return propertyOf(comparison.left(), node).or(() -> propertyOf(comparison.right(), node));
        }
        return Optional.empty();
    }

    private static Optional<Expression.Property> propertyOf(Expression expression, Variable node) {
        return expression instanceof Expression.Property property
                        && property.target().equals(new Expression.Reference(node))
                ? Optional.of(property)
                : Optional.empty();
    }

    private void missingIndex(String label, Expression.Property property) {
        query.places()
                .of(property)
                .ifPresent(position -> add(
                        NotificationCode.MISSING_INDEX,
                        position,
                        "the query looks at all nodes with the label `" + label + "` to find those with one `"
                                + property.key() + "`; CREATE INDEX FOR (n:" + QueryText.name(label) + ") ON (n."
                                + QueryText.name(property.key()) + ") finds them at once"));
    }
}
