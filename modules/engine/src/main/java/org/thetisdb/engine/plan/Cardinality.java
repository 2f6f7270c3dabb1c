package org.thetisdb.engine.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.estimate.DegreeSamples;
import org.thetisdb.engine.estimate.WindowShares;
import org.thetisdb.engine.group.EarlyGroups;
import org.thetisdb.engine.scan.ChunkOrder;
import org.thetisdb.engine.scan.NodeScan;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/**
 * Estimates numbers of rows. Counts of labels, types and label-type-label triples are exact or nearly so;
 * selectivities of predicates assume evenly spread and independent values, and parameters of unknown value.
 */
final class Cardinality implements EarlyGroups.Counts {
    /** Of an unknown condition. */
    private static final double DEFAULT_SELECTIVITY = 0.5;

    /** Of a comparison with a value that is not known while planning. */
    private static final double RANGE_SELECTIVITY = 0.3;

    /** Of equality with nothing known about the property. */
    private static final double EQUALITY_SELECTIVITY = 0.1;

    /** Of what holds for no node, or for all, as far as counts tell. */
    private static final double UNCERTAINTY = 0.001;

    private static final double STRING_TEST_SELECTIVITY = 0.1;
    private static final double EXISTS_SELECTIVITY = 0.5;

    /** Elements of a list whose length is not known. */
    static final double LIST_LENGTH = 10;

    /** Of so many nodes hardly any are in the processor's caches; of few all are, and the order matters little. */
    private static final double UNCACHED_NODES = 1_000_000;

    private final Snapshot snapshot;
    private final Catalog catalog;
    private final Statistics statistics;
    private final DegreeSamples samples;
    private final WindowShares windows;

    /** @param catalog the snapshot's, watched */
    Cardinality(Snapshot snapshot, Catalog catalog, DegreeSamples samples, WindowShares windows) {
        this.snapshot = snapshot;
        this.catalog = catalog;
        this.statistics = snapshot.statistics();
        this.samples = samples;
        this.windows = windows;
    }

    /** How many nodes have values in a range. */
    WindowShares windows() {
        return windows;
    }

    /**
     * The factor by which a trail yields more than the mean degree from nodes that it has met by way of other
     * relationships, or of the same again; 1 if it is not known.
     */
    double skew(Set<String> nodes, DegreeSamples.TypedSide met, DegreeSamples.TypedSide left) {
        return nodes.isEmpty() ? 1 : samples.skew(snapshot, nodes.iterator().next(), met, left);
    }

    /** How far the values of a property in different chunks overlap; 1 if entirely. */
    double chunkOverlap(String property) {
        return ChunkOrder.overlap(snapshot, property);
    }

    /** What part of its nodes a scan reads, about: 1 unless it is known to leave most chunks out. */
    double scannedShare(NodeScan scan, Labels labels) {
        return windows.scannedShare(scan.prunable(), labels.likely(scan.node()));
    }

    /** The share of so many nodes, or relationships, that is not in the processor's caches. */
    static double uncachedShare(double count) {
        return Math.min(1, count / UNCACHED_NODES);
    }

    double nodes(Set<String> labels) {
        double count = statistics.nodeCount();
        for (String label : labels) {
            count = Math.min(count, nodesWithLabel(label));
        }
        return count;
    }

    private double nodesWithLabel(String label) {
        OptionalInt id = catalog.labelId(label);
        return id.isPresent() ? statistics.nodesWithLabel(id.getAsInt()) : 0;
    }

    /** Relationships of the types from nodes with the labels to nodes with the other labels, along a direction. */
    double relationships(Set<String> from, List<String> types, Direction direction, Set<String> to) {
        return switch (direction) {
            case OUTGOING -> stored(from, types, to);
            case INCOMING -> stored(to, types, from);
            case BOTH -> stored(from, types, to) + stored(to, types, from);
        };
    }

    private double stored(Set<String> start, List<String> types, Set<String> end) {
        if (types.isEmpty()) {
            return stored(start, Statistics.ANY, end);
        }
        double sum = 0;
        for (String type : types) {
            OptionalInt id = catalog.typeId(type);
            sum += id.isPresent() ? stored(start, id.getAsInt(), end) : 0;
        }
        return sum;
    }

    /** The fewest over all choices of one label at each end: each is an upper bound. */
    private double stored(Set<String> start, int type, Set<String> end) {
        double fewest = Double.MAX_VALUE;
        for (int startLabel : idsOrAny(start)) {
            for (int endLabel : idsOrAny(end)) {
                fewest = Math.min(
                        fewest,
                        startLabel == MISSING || endLabel == MISSING
                                ? 0
                                : (double) statistics.relationships(startLabel, type, endLabel));
            }
        }
        return fewest;
    }

    private static final int MISSING = -2;

    private int[] idsOrAny(Set<String> labels) {
        return labels.isEmpty()
                ? new int[] {Statistics.ANY}
                : labels.stream()
                        .mapToInt(each -> catalog.labelId(each).orElse(MISSING))
                        .toArray();
    }

    /** The mean number of relationships at a node with labels {@code from}. */
    double degree(Set<String> from, List<String> types, Direction direction, Set<String> to) {
        double nodes = nodes(from);
        return nodes == 0 ? 0 : relationships(from, types, direction, to) / nodes;
    }

    /**
     * That every node to which the relationships lead from nodes with labels {@code from} carries the label, if the
     * counts say so and are exact.
     */
    Optional<Implication> implication(Set<String> from, List<String> types, Direction direction, String label) {
        OptionalInt labelId = catalog.labelId(label);
        boolean known = from.stream().allMatch(each -> catalog.labelId(each).isPresent())
                && types.stream().allMatch(each -> catalog.typeId(each).isPresent());
        if (!known || types.isEmpty() || labelId.isEmpty() || !statistics.isExact()) {
            return Optional.empty();
        }
        Implication implication = new Implication(
                from.stream().map(each -> catalog.labelId(each).orElseThrow()).toList(),
                types.stream().map(each -> catalog.typeId(each).orElseThrow()).toList(),
                direction,
                labelId.getAsInt());
        return Optional.of(implication)
                .filter(each -> each.count(statistics, Statistics.ANY) > 0)
                .filter(each -> each.holds(statistics));
    }

    /**
     * The label that all nodes carry to which the relationships lead from nodes with labels {@code from}: of several,
     * the one that the fewest nodes have. For estimates only: nobody is told if it changes.
     */
    Optional<String> labelAtEnd(Set<String> from, List<String> types, Direction direction) {
        double all = relationships(from, types, direction, Set.of());
        if (all == 0) {
            return Optional.empty();
        }
        Catalog names = snapshot.catalog();
        return IntStream.range(0, names.labelCount())
                .boxed()
                .sorted(Comparator.comparingDouble(statistics::nodesWithLabel))
                .map(names::labelName)
                .filter(label -> relationships(from, types, direction, Set.of(label)) >= all)
                .findFirst();
    }

    @Override
    public double ends(List<String> types, Direction direction) {
        return nodes(labelAtEnd(Set.of(), types, direction).map(Set::of).orElse(Set.of()));
    }

    @Override
    public double distinctValues(Set<String> labels, String property) {
        OptionalInt key = catalog.propertyKeyId(property);
        if (key.isEmpty()) {
            return 1;
        }
        double fewest = Double.MAX_VALUE;
        for (int label : idsOrAny(labels)) {
            fewest = Math.min(fewest, label == MISSING ? 1 : (double) statistics.distinctValues(label, key.getAsInt()));
        }
        return Math.max(1, fewest);
    }

    /** The share of rows for which a predicate is true. */
    double selectivity(Expression predicate, Labels labels) {
        return switch (predicate) {
            case Expression.HasLabels test -> labelSelectivity(test, labels);
            case Expression.Comparison comparison -> comparison(comparison, labels);
            case Expression.In in -> in(in, labels);
            case Expression.And and ->
                and.operands().stream()
                        .mapToDouble(each -> selectivity(each, labels))
                        .reduce(1, (a, b) -> a * b);
            case Expression.Or or ->
                Math.min(
                        1,
                        or.operands().stream()
                                .mapToDouble(each -> selectivity(each, labels))
                                .sum());
            case Expression.Not not -> Math.max(0.05, 1 - selectivity(not.operand(), labels));
            case Expression.StringTest ignored -> STRING_TEST_SELECTIVITY;
            case Expression.IsNull test -> 1 - presence(test.operand(), labels);
            case Expression.IsNotNull test -> presence(test.operand(), labels);
            case Expression.Subquery ignored -> EXISTS_SELECTIVITY;
            case Expression.Literal literal ->
                literal.value().filter(Boolean.TRUE::equals).isPresent() ? 1 : 0;
            default -> DEFAULT_SELECTIVITY;
        };
    }

    /** The share of rows in which an expression is not null. */
    private double presence(Expression expression, Labels labels) {
        return expression instanceof Expression.Property property
                        && property.target() instanceof Expression.Reference reference
                        && isNode(reference.variable())
                ? presence(labels.likely(reference.variable()), property.key())
                : 1 - EQUALITY_SELECTIVITY;
    }

    /** The share of nodes with labels that have a property: neither none nor all, as they may be others soon. */
    private double presence(Set<String> labels, String property) {
        OptionalInt key = catalog.propertyKeyId(property);
        double nodes = nodes(labels);
        if (key.isEmpty() || nodes == 0) {
            return UNCERTAINTY;
        }
        double with = nodes;
        for (int label : idsOrAny(labels)) {
            with = label == MISSING ? 0 : Math.min(with, (double) statistics.nodesWithProperty(label, key.getAsInt()));
        }
        return Math.clamp(with / nodes, UNCERTAINTY, 1 - UNCERTAINTY);
    }

    private double labelSelectivity(Expression.HasLabels test, Labels labels) {
        if (!(test.target() instanceof Expression.Reference reference)) {
            return DEFAULT_SELECTIVITY;
        }
        return labelShare(test.labels(), nodes(labels.likely(reference.variable())));
    }

    private double labelShare(LabelExpression labels, double among) {
        if (among == 0) {
            return 0;
        }
        return switch (labels) {
            case LabelExpression.Name name -> Math.min(1, nodesWithLabel(name.name()) / among);
            case LabelExpression.Wildcard ignored -> 1;
            case LabelExpression.Not not -> 1 - labelShare(not.operand(), among);
            case LabelExpression.And and ->
                and.operands().stream()
                        .mapToDouble(each -> labelShare(each, among))
                        .min()
                        .orElse(1);
            case LabelExpression.Or or ->
                Math.min(
                        1,
                        or.operands().stream()
                                .mapToDouble(each -> labelShare(each, among))
                                .sum());
        };
    }

    private double comparison(Expression.Comparison comparison, Labels labels) {
        return switch (comparison.operator()) {
            case EQUAL -> equality(comparison, labels);
            // That a property has one value may mean that nothing is known, and says nothing on the other side.
            case NOT_EQUAL -> Math.max(DEFAULT_SELECTIVITY, 1 - equality(comparison, labels));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                windows.share(comparison, labels::likely).orElse(RANGE_SELECTIVITY);
        };
    }

    private double equality(Expression.Comparison comparison, Labels labels) {
        OptionalDouble measured = windows.equalShare(comparison, labels::likely);
        if (measured.isPresent()) {
            return measured.getAsDouble();
        }
        double left = distinctValuesOf(comparison.left(), labels);
        double right = distinctValuesOf(comparison.right(), labels);
        double most = Math.max(left, right);
        return most > 0 ? 1 / most : EQUALITY_SELECTIVITY;
    }

    private double in(Expression.In in, Labels labels) {
        double distinct = distinctValuesOf(in.value(), labels);
        double length =
                in.list() instanceof Expression.ListOf list ? list.elements().size() : LIST_LENGTH;
        return distinct > 0 ? Math.min(1, length / distinct) : DEFAULT_SELECTIVITY;
    }

    /** How many different values an expression has; 0 if unknown. */
    private double distinctValuesOf(Expression expression, Labels labels) {
        return switch (expression) {
            case Expression.Property property
            when property.target() instanceof Expression.Reference reference ->
                distinctValues(labels.likely(reference.variable()), property.key());
            case Expression.Reference reference
            when isNode(reference.variable()) -> Math.max(1, nodes(labels.likely(reference.variable())));
            default -> 0;
        };
    }

    private static boolean isNode(Variable variable) {
        return variable.type().equals(org.thetisdb.cypher.bound.CypherType.NODE);
    }
}
