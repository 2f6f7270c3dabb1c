package org.thetisdb.engine.write;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;

/** Computes the properties of entities to be made, a batch at a time. Belongs to one worker. */
final class PropertySource {
    private final String[] names;
    private final Evaluator[] evaluators;
    private final List<Optional<Position>> places;
    private final Vector[] columns;
    private final int[] keys;
    private final Optional<Evaluator> map;

    @SuppressWarnings("NullAway.Init") // Set by begin() if there is a map.
    private Vector maps;

    PropertySource(Write.Properties properties, ExpressionCompiler compiler) {
        List<Expression.Entry> entries = properties.entries();
        names = entries.stream().map(Expression.Entry::key).toArray(String[]::new);
        evaluators =
                entries.stream().map(entry -> compiler.compile(entry.value())).toArray(Evaluator[]::new);
        places = entries.stream().map(entry -> compiler.place(entry.value())).toList();
        columns = new Vector[names.length];
        keys = new int[names.length];
        map = properties.map().map(compiler::compile);
    }

    /** Computes them for all rows of a batch. */
    void begin(Worker worker, Batch rows, GraphWriter writer) {
        for (int property = 0; property < names.length; property++) {
            columns[property] = evaluators[property].evaluate(worker.evaluation(), rows);
            keys[property] = writer.transaction().propertyKey(names[property]);
        }
        if (map.isPresent()) {
            maps = map.get().evaluate(worker.evaluation(), rows);
        }
    }

    /** Gives those of one row; nulls are left out. */
    void fill(int row, GraphWriter writer, PropertyList into) {
        into.clear();
        for (int property = 0; property < names.length; property++) {
            Object value = StorableValues.at(columns[property], row, names[property], places.get(property));
            if (value != null) {
                into.put(keys[property], value);
            }
        }
        if (map.isPresent()) {
            into.putAll(writer.mapOf(maps.valueAt(row)), false, writer.transaction());
        }
    }
}
