package org.thetisdb.engine.transform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.DataFiles;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Joins each row with the lines of a file: maps by the first line's names, or lists of strings. */
public final class LoadCsvStage implements Stage {
    /** Of the lines of a batch, which are fewer where they are long. */
    private static final long CHARACTERS_MAX = 1 << 20;

    private final Worker worker;
    private final Evaluator from;
    private final Optional<Evaluator> terminator;
    private final boolean headers;
    private final Optional<Position> place;
    private final Stage next;
    private final Batch joined;
    private final Vector lines = new Vector();
    private int[] rows = {};
    private int count;
    private long characters;

    /** @param place where in the query's text the file is named */
    public LoadCsvStage(
            Worker worker,
            Evaluator from,
            Optional<Evaluator> terminator,
            boolean headers,
            int slot,
            Optional<Position> place,
            Stage next) {
        this.worker = worker;
        this.from = from;
        this.terminator = terminator;
        this.headers = headers;
        this.place = place;
        this.next = next;
        this.joined = worker.newBatch();
        joined.hold(slot, lines);
    }

    @Override
    public void push(Batch input) {
        if (rows.length < worker.batchRows()) {
            rows = new int[worker.batchRows()];
        }
        Vector places = from.evaluate(worker.evaluation(), input);
        Optional<Vector> terminators = terminator.map(each -> each.evaluate(worker.evaluation(), input));
        clear();
        for (int row = 0; row < input.count() && !next.isSatisfied(); row++) {
            try (DataFiles.Lines file = open(places.valueAt(row), terminators, row)) {
                read(input, row, file);
            }
        }
        if (count > 0 && !next.isSatisfied()) {
            flush(input);
        }
    }

    private DataFiles.Lines open(@Nullable Object named, Optional<Vector> terminators, int row) {
        try {
            String name = text(named, "the place of a file");
            return worker.query().options().files().lines(name, separator(terminators, row));
        } catch (ThetisException failure) {
            throw placed(failure);
        }
    }

    private @Nullable List<@Nullable String> next(DataFiles.Lines file) {
        try {
            return file.next();
        } catch (ThetisException failure) {
            throw placed(failure);
        }
    }

    /** Errors about the file are given the place where the text names it. */
    private ThetisException placed(ThetisException failure) {
        return place.map(failure::placed).orElse(failure);
    }

    private static char separator(Optional<Vector> terminators, int row) {
        if (terminators.isEmpty()) {
            return ',';
        }
        String text = text(terminators.get().valueAt(row), "FIELDTERMINATOR");
        if (text.length() != 1) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT, "FIELDTERMINATOR is a single character: value=" + text);
        }
        return text.charAt(0);
    }

    private static String text(@Nullable Object value, String what) {
        if (value instanceof String text) {
            return text;
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, what + " is a string: value=" + value);
    }

    private void read(Batch input, int row, DataFiles.Lines file) {
        List<@Nullable String> names = headers ? next(file) : List.of();
        if (names == null) {
            return;
        }
        List<@Nullable String> fields = next(file);
        while (fields != null && !next.isSatisfied()) {
            rows[count] = row;
            lines.resize(count + 1);
            lines.setValue(count++, headers ? map(names, fields) : Collections.unmodifiableList(fields));
            characters += characters(fields);
            if (count == worker.batchRows() || characters >= CHARACTERS_MAX) {
                flush(input);
            }
            fields = next(file);
        }
    }

    private static long characters(List<@Nullable String> fields) {
        long characters = 0;
        for (String field : fields) {
            characters += field == null ? 0 : field.length();
        }
        return characters;
    }

    private static Map<String, Object> map(List<@Nullable String> names, List<@Nullable String> fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int field = 0; field < names.size(); field++) {
            if (names.get(field) != null) {
                map.put(names.get(field), field < fields.size() ? fields.get(field) : null);
            }
        }
        return Collections.unmodifiableMap(map);
    }

    private void flush(Batch input) {
        joined.fillFrom(input, rows, count);
        next.push(joined);
        worker.betweenBatches();
        clear();
    }

    private void clear() {
        count = 0;
        characters = 0;
        lines.reset(VectorKind.NULL, 0);
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }
}
