package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.packing.PackedCodes;
import org.thetisdb.storage.packing.PackedGroups;
import org.thetisdb.storage.packing.PackedRows;
import org.thetisdb.storage.packing.PackedValues;
import org.thetisdb.value.vector.Vector;

/**
 * Groups by properties that have few values together: the codes of a row's keys, one above the other, are the place of
 * its group, without looking at what they mean. Rows are counted by place, and what else is wanted is added up by
 * place. Belongs to one worker.
 */
final class ColumnGroups implements ColumnAnswers {
    /** A key, and what was answered. */
    private record Key(ColumnProperty property, ColumnCodes codes) {}

    private final List<Key> keys;
    private final List<Step.Aggregation> aggregations;
    private final List<ColumnMeasure> measures;

    /** By aggregation, which measure it is of, or {@link ColumnTopics#OF_ROWS}. */
    private final int[] measureOf;

    /** Whether only the different values of one key are wanted. */
    private final boolean isListing;

    /** By key the places of it and those before it, while they are made. */
    private final long[][] joined;

    private final CodeCounts met = new CodeCounts();
    private final Vector[] found;
    private int[] codes = {};
    private int[] groups = {};

    private ColumnGroups(
            List<ColumnProperty> keys,
            List<Step.Aggregation> aggregations,
            ColumnTopics topics,
            ExpressionCompiler compiler) {
        this.aggregations = aggregations;
        isListing = keys.size() == 1 && aggregations.isEmpty();
        this.keys = keys.stream()
                .map(key ->
                        new Key(key, new ColumnCodes(isListing ? ColumnCodes.Use.DIFFERENT : ColumnCodes.Use.TABLE)))
                .toList();
        measures = topics.topics().stream()
                .map(topic -> new ColumnMeasure(topic, compiler))
                .toList();
        measureOf = topics.ofAggregation();
        joined = new long[keys.size()][0];
        found = Stream.generate(Vector::new).limit(keys.size()).toArray(Vector[]::new);
    }

    /** Empty if keys are not properties, or if there is an aggregate that no column answers. */
    static Optional<ColumnAnswers> of(
            List<Expression> keys, List<Step.Aggregation> aggregations, ExpressionCompiler compiler) {
        List<ColumnProperty> properties = keys.stream()
                .flatMap(key -> ColumnTopics.property(key).stream())
                .map(compiler::column)
                .toList();
        return ColumnTopics.of(aggregations)
                .filter(topics -> properties.size() == keys.size()
                        && topics.topics().stream().noneMatch(ColumnTopics.Topic::isDistinct))
                .map(topics -> new ColumnGroups(properties, aggregations, topics, compiler));
    }

    @Override
    public boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
        int bits = 0;
        for (Key key : keys) {
            key.codes.begin(chosen);
            if (!key.property.ask(context, rows, key.codes)) {
                return false;
            }
            bits += key.codes.bitsWithNull();
        }
        if (bits > PackedGroups.BITS_MAX) {
            return false;
        }
        if (keys.getFirst().codes.isAllMet()) {
            met.setAll(keys.getFirst().codes.codeCount());
            return true;
        }
        PackedCodes places = places(rows.count());
        met.find(places, rows.count(), chosen);
        for (ColumnMeasure measure : measures) {
            if (!measure.ask(context, rows, chosen, places)) {
                return false;
            }
        }
        return true;
    }

    private PackedCodes places(int rowCount) {
        PackedCodes places = keys.getFirst().codes.ofRowsWithNull(rowCount);
        for (int key = 1; key < keys.size(); key++) {
            PackedCodes more = keys.get(key).codes.ofRowsWithNull(rowCount);
            int words = PackedRows.words(rowCount, places.bits() + more.bits());
            if (joined[key].length < words) {
                joined[key] = new long[words];
            }
            places = PackedRows.join(places, more, rowCount, joined[key]);
        }
        return places;
    }

    @Override
    public int groupCount() {
        return met.count();
    }

    @Override
    public void addTo(GroupTable table) {
        int count = met.count();
        if (count == 0) {
            return;
        }
        decodeKeys(count);
        groups = Vectors.room(groups, count);
        table.findOrAdd(found, count, groups);
        for (int item = 0; item < measureOf.length; item++) {
            if (measureOf[item] == ColumnTopics.OF_ROWS) {
                table.addTotals(item, groups, met.counts(), found[0], count);
            } else {
                Step.AggregateFunction function = aggregations.get(item).function();
                measures.get(measureOf[item]).addTo(table, item, function, met, groups);
            }
        }
    }

    /** Takes places apart. */
    private void decodeKeys(int count) {
        codes = Vectors.room(codes, count);
        int shift = 0;
        for (int key = 0; key < found.length; key++) {
            ColumnCodes ofKey = keys.get(key).codes;
            // Above the last key there is nothing.
            int mask = key == found.length - 1 ? -1 : (int) PackedValues.mask(ofKey.bitsWithNull());
            for (int index = 0; index < count; index++) {
                codes[index] = met.codes()[index] >>> shift & mask;
            }
            ofKey.decode(codes, count, found[key]);
            shift += ofKey.bitsWithNull();
        }
    }
}
