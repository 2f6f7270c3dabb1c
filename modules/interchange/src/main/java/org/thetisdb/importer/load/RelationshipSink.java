package org.thetisdb.importer.load;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.storage.load.RelationshipAppender;

/** The relationship appenders of one worker, by type. */
final class RelationshipSink implements AutoCloseable {
    private final ImportTarget target;
    private final Map<String, RelationshipAppender> appenders = new HashMap<>();
    private int[] rows = {};
    private long[] starts = {};
    private long[] ends = {};
    private int count;

    RelationshipSink(ImportTarget target) {
        this.target = target;
    }

    /** Begins a batch of at most so many relationships. */
    void begin(int capacity) {
        count = 0;
        if (rows.length < capacity) {
            rows = new int[capacity];
            starts = new long[capacity];
            ends = new long[capacity];
        }
    }

    void add(int row, long start, long end) {
        rows[count] = row;
        starts[count] = start;
        ends[count] = end;
        count++;
    }

    /** Appends the batch; the properties come from the rows that were added, of {@code rowCount} in the columns. */
    void append(String type, FieldVectors.Selection properties, int rowCount) {
        if (count == 0) {
            return;
        }
        RelationshipAppender appender = appenders.computeIfAbsent(
                type, name -> target.loader().relationships(target.loader().type(name)));
        appender.append(
                starts,
                ends,
                properties.keys(),
                count == rowCount ? properties.columns() : properties.gather(rows, count),
                count);
        target.counts().addRelationships(type, count);
    }

    @Override
    public void close() {
        appenders.values().forEach(RelationshipAppender::close);
        appenders.clear();
    }
}
