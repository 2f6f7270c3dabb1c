package org.thetisdb.engine.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.Quantifier.Kind;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Growth;
import org.thetisdb.engine.evaluation.LongLists;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.SelectedRows;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorFullException;
import org.thetisdb.value.vector.VectorKind;

/**
 * List comprehensions and quantifiers. The lists of a batch are laid one after another in pieces of bounded size:
 *
 * <pre>
 *   rows      lists          piece:  element  1 2 3 4 5 6      outer row  0 0 1 1 1 2
 *    0        [1, 2]                 predicate and projection run over the piece as over any batch,
 *    1        [3, 4, 5]              and their results go back to the outer rows
 *    2        [6, 7, …]
 * </pre>
 *
 * <p>What is computed for a piece may be long, or its elements may be: a piece ends when these take much, and is
 * computed in parts where its values do ({@link EvaluationTrace}), unless whoever evaluates can take fewer rows.
 */
public final class LambdaEvaluator implements Evaluator {
    static final int PIECE_ROWS = 2048;

    /** Parts of a piece are so many times shorter than what was too long. */
    private static final int SHRINKING = 4;

    /** Takes what the pieces give. */
    private interface Target {
        void begin(int count);

        /** Evaluates what is needed of a piece; may be called again with less of it, when it has not returned. */
        void prepare(EvaluationContext context, SelectedRows piece);

        /** Uses what was prepared; {@code rows[i]} is the outer row of an element. */
        void add(EvaluationContext context, int[] rows, int count);

        void end(EvaluationContext context, int row, boolean isNull);
    }

    private final Evaluator list;
    private final int slot;
    private final Target target;
    private final Vector result = new Vector();
    private final Vector elements = new Vector();
    private final SelectedRows piece = new SelectedRows();
    private final int[] pieceRows = new int[PIECE_ROWS];
    private int partRowsMax = PIECE_ROWS;

    private LambdaEvaluator(Evaluator list, int slot, Optional<Evaluator> predicate, Optional<Evaluator> projection) {
        this.list = list;
        this.slot = slot;
        this.target = new Comprehension(predicate, projection);
    }

    private LambdaEvaluator(Evaluator list, int slot, Kind kind, Evaluator predicate) {
        this.list = list;
        this.slot = slot;
        this.target = new Quantification(kind, predicate);
    }

    public static Evaluator comprehension(
            Evaluator list, int slot, Optional<Evaluator> predicate, Optional<Evaluator> projection) {
        return new LambdaEvaluator(list, slot, predicate, projection);
    }

    public static Evaluator quantifier(Evaluator list, int slot, Kind kind, Evaluator predicate) {
        return new LambdaEvaluator(list, slot, kind, predicate);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector lists = list.evaluate(context, rows);
        target.begin(count);
        partRowsMax = PIECE_ROWS;
        elements.reset(VectorKind.NULL, PIECE_ROWS);
        int filled = 0;
        for (int row = 0; row < count; row++) {
            List<?> elementsOfRow = asList(lists.valueAt(row));
            if (elementsOfRow == null) {
                continue;
            }
            int size = elementsOfRow.size();
            for (int index = 0; index < size; index++) {
                if (filled == PIECE_ROWS || elements.stringBytes() >= EvaluationTrace.STRING_BYTES_MAX) {
                    flush(context, rows, filled);
                    filled = 0;
                }
                put(filled, elementsOfRow, index);
                pieceRows[filled++] = row;
            }
        }
        flush(context, rows, filled);
        for (int row = 0; row < count; row++) {
            target.end(context, row, lists.isNull(row));
        }
        return result;
    }

    private void put(int at, List<?> list, int index) {
        if (list instanceof NodeList nodes && (elements.kind() == VectorKind.NODE || at == 0)) {
            if (elements.kind() != VectorKind.NODE) {
                elements.reset(VectorKind.NODE, PIECE_ROWS);
            }
            elements.longs()[at] = nodes.id(index);
            return;
        }
        elements.setValue(at, list.get(index));
    }

    private void flush(EvaluationContext context, Rows rows, int filled) {
        if (filled == 0) {
            return;
        }
        context.stop().checkpoint();
        elements.resize(filled);
        int done = 0;
        while (done < filled) {
            int some = Math.min(partRowsMax, filled - done);
            int[] rowsOfPart = some == filled ? pieceRows : Arrays.copyOfRange(pieceRows, done, done + some);
            piece.hold(slot, some == filled ? elements : part(done, some));
            if (isPrepared(context, piece.over(rows, rowsOfPart, some))) {
                target.add(context, rowsOfPart, some);
                done += some;
            } else {
                partRowsMax = Math.max(1, some / SHRINKING);
            }
        }
        elements.reset(VectorKind.NULL, PIECE_ROWS);
    }

    private Vector part(int from, int count) {
        int[] selection = new int[count];
        Arrays.setAll(selection, index -> from + index);
        Vector part = new Vector();
        part.gather(elements, selection, count);
        return part;
    }

    /**
     * False if the values are too long together, or the run has no memory left for all of them. One element is
     * evaluated, however long what it gives is.
     */
    private boolean isPrepared(EvaluationContext context, SelectedRows part) {
        EvaluationTrace trace = context.trace();
        if (part.count() == 1 || trace.isLimited()) {
            target.prepare(context, part);
            return true;
        }
        trace.limit();
        try {
            target.prepare(context, part);
            return true;
        } catch (VectorFullException tooMany) {
            return false;
        } catch (ThetisException problem) {
            if (problem.code() != ErrorCode.MEMORY_EXHAUSTED) {
                throw problem;
            }
            return false;
        } finally {
            trace.liftLimits();
        }
    }

    static @Nullable List<?> asList(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case List<?> list -> list;
            default -> throw Errors.type("a list comprehension", "a LIST", value);
        };
    }

    // ----------------------------------------------------------------------------------- comprehensions

    private final class Comprehension implements Target {
        private final Optional<Evaluator> predicate;
        private final Optional<Evaluator> projection;
        private final SelectedRows kept = new SelectedRows();
        private int[] selection = new int[PIECE_ROWS];
        private int selected;
        private Vector values = new Vector();

        @SuppressWarnings("NullAway.Init") // Set by begin(), which comes before everything else.
        private List<Object>[] lists;

        /** What of the lists is on disk, by row; empty while nothing is. */
        private List<?>[] stored = {};

        private long listedBytes;

        Comprehension(Optional<Evaluator> predicate, Optional<Evaluator> projection) {
            this.predicate = predicate;
            this.projection = projection;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void begin(int count) {
            lists = (List<Object>[]) new List<?>[count];
            stored = new List<?>[0];
            listedBytes = 0;
            result.reset(VectorKind.OBJECT, count);
        }

        @Override
        public void prepare(EvaluationContext context, SelectedRows piece) {
            int count = piece.count();
            selected = count;
            if (predicate.isEmpty()) {
                selection = Vectors.iota(selection, count);
            } else {
                selected = Vectors.selectTrue(predicate.get().evaluate(context, piece), count, selection);
            }
            Rows chosen = selected == count ? piece : kept.over(piece, selection, selected);
            if (selected > 0) {
                values = projection.isEmpty()
                        ? chosen.column(slot)
                        : projection.get().evaluate(context, chosen);
            }
        }

        @Override
        public void add(EvaluationContext context, int[] rows, int count) {
            long moreBytes = 0;
            for (int index = 0; index < selected; index++) {
                int row = rows[selection[index]];
                if (lists[row] == null) {
                    lists[row] = new ArrayList<>();
                }
                Object value = values.valueAt(index);
                lists[row].add(value);
                moreBytes += Growth.REFERENCE_BYTES + HeapSize.of(value);
            }
            listedBytes += moreBytes;
            context.trace().made(moreBytes);
            if (!Growth.isSmall(listedBytes)) {
                makeRoom(context);
            }
        }

        private void makeRoom(EvaluationContext context) {
            Optional<LongLists> disk = context.run().hasRoom(listedBytes)
                    ? Optional.empty()
                    : context.run().longLists();
            if (disk.isPresent()) {
                store(disk.get());
            } else {
                Growth.require(context, "a list comprehension", listedBytes);
            }
        }

        private void store(LongLists disk) {
            stored = Arrays.copyOf(stored, lists.length);
            for (int row = 0; row < lists.length; row++) {
                if (lists[row] != null && !lists[row].isEmpty()) {
                    List<?> before = stored[row] == null ? List.of() : stored[row];
                    stored[row] = disk.append(before, lists[row], HeapSize.of(lists[row]));
                    lists[row] = new ArrayList<>();
                }
            }
            listedBytes = 0;
        }

        @Override
        public void end(EvaluationContext context, int row, boolean isNull) {
            if (isNull) {
                result.setNull(row);
            } else {
                result.objects()[row] = listOf(context, row);
            }
        }

        private List<?> listOf(EvaluationContext context, int row) {
            List<Object> inMemory = lists[row] == null ? List.of() : Collections.unmodifiableList(lists[row]);
            if (row >= stored.length || stored[row] == null) {
                return inMemory;
            }
            LongLists disk = context.run().longLists().orElseThrow();
            return inMemory.isEmpty() ? stored[row] : disk.append(stored[row], inMemory, HeapSize.of(inMemory));
        }
    }

    // -------------------------------------------------------------------------------------- quantifiers

    private final class Quantification implements Target {
        private final Kind kind;
        private final Evaluator predicate;
        private int[] trues = {};
        private int[] falses = {};
        private int[] unknowns = {};
        private Vector values = new Vector();

        Quantification(Kind kind, Evaluator predicate) {
            this.kind = kind;
            this.predicate = predicate;
        }

        @Override
        public void begin(int count) {
            trues = new int[count];
            falses = new int[count];
            unknowns = new int[count];
            result.reset(VectorKind.BOOLEAN, count);
        }

        @Override
        public void prepare(EvaluationContext context, SelectedRows piece) {
            values = predicate.evaluate(context, piece);
        }

        @Override
        public void add(EvaluationContext context, int[] rows, int count) {
            for (int index = 0; index < count; index++) {
                int row = rows[index];
                int truth = Vectors.truth(values, index);
                trues[row] += truth == ValueSemantics.TRUE ? 1 : 0;
                falses[row] += truth == ValueSemantics.FALSE ? 1 : 0;
                unknowns[row] += truth == ValueSemantics.UNKNOWN ? 1 : 0;
            }
        }

        @Override
        public void end(EvaluationContext context, int row, boolean isNull) {
            Vectors.setTruth(result, row, isNull ? ValueSemantics.UNKNOWN : truth(row));
        }

        private int truth(int row) {
            int ifOpen = unknowns[row] > 0 ? ValueSemantics.UNKNOWN : -1;
            return switch (kind) {
                case ALL -> falses[row] > 0 ? 0 : ifOpen >= 0 ? ifOpen : 1;
                case ANY -> trues[row] > 0 ? 1 : ifOpen >= 0 ? ifOpen : 0;
                case NONE -> trues[row] > 0 ? 0 : ifOpen >= 0 ? ifOpen : 1;
                case SINGLE -> trues[row] > 1 ? 0 : ifOpen >= 0 ? ifOpen : trues[row];
            };
        }
    }
}
