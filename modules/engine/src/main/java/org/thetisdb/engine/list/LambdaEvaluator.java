package org.thetisdb.engine.list;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
import org.thetisdb.engine.semantics.TextParts;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.TypedList;
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
 *
 * <p>A quantifier ends with the element that decides it, so errors of those behind it are none. Where a piece has one,
 * it is computed in parts, too, down to single elements, of which those of rows that are decided are left out.
 */
public final class LambdaEvaluator implements Evaluator {
    static final int PIECE_ROWS = 2048;

    /** The strings of a list that takes so little are put into a piece together. */
    private static final int SHORT_TEXT_BYTES = 64 << 10;

    /** Parts of a piece are so many times shorter than what was too long. */
    private static final int SHRINKING = 4;

    /** Makes an evaluator of a comprehension's parts; the variable is in the slot. */
    public interface Maker {
        Evaluator make(Evaluator list, int slot, Optional<Evaluator> predicate, Optional<Evaluator> projection);
    }

    /** Takes what the pieces give. */
    private interface Target {
        void begin(int count);

        /** Evaluates what is needed of a piece; may be called again with less of it, when it has not returned. */
        void prepare(EvaluationContext context, SelectedRows piece);

        /** Uses what was prepared; {@code rows[i]} is the outer row of an element. */
        void add(EvaluationContext context, int[] rows, int count);

        void end(EvaluationContext context, int row, boolean isNull);

        /** Whether further elements of some outer rows may make no difference. */
        default boolean mayEndEarly() {
            return false;
        }

        /** Whether those of an outer row make none any more. */
        default boolean isDecided(int row) {
            return false;
        }
    }

    private final Evaluator list;
    private final int slot;
    private final Target target;
    private final Vector result = new Vector();
    private final Vector elements = new Vector();
    private final SelectedRows piece = new SelectedRows();
    private final int[] pieceRows = new int[PIECE_ROWS];
    private int partRowsMax = PIECE_ROWS;

    /** Elements of a piece for which the predicate is true. */
    private int[] selection = {};

    private LambdaEvaluator(Evaluator list, int slot, Function<LambdaEvaluator, Target> target) {
        this.list = list;
        this.slot = slot;
        this.target = target.apply(this);
    }

    public static Evaluator comprehension(
            Evaluator list, int slot, Optional<Evaluator> predicate, Optional<Evaluator> projection) {
        return new LambdaEvaluator(list, slot, of -> of.new Comprehension(predicate, projection));
    }

    /** How many elements a comprehension has, whose projection cannot fail. */
    public static Evaluator count(
            Evaluator list, int slot, Optional<Evaluator> predicate, Optional<Evaluator> projection) {
        return new LambdaEvaluator(list, slot, of -> of.new Count(predicate));
    }

    public static Evaluator quantifier(Evaluator list, int slot, Kind kind, Evaluator predicate) {
        return new LambdaEvaluator(list, slot, of -> of.new Quantification(kind, predicate));
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector lists = list.evaluate(context, rows);
        target.begin(count);
        partRowsMax = PIECE_ROWS;
        elements.reset(VectorKind.NULL, 0);
        for (int row = 0; row < count; row++) {
            List<?> elementsOfRow = asList(lists.valueAt(row));
            if (elementsOfRow != null) {
                addAll(context, rows, row, elementsOfRow);
            }
        }
        flush(context, rows);
        for (int row = 0; row < count; row++) {
            target.end(context, row, lists.isNull(row));
        }
        return result;
    }

    private void addAll(EvaluationContext context, Rows rows, int row, List<?> list) {
        boolean isByRun = isOfShortElements(list);
        int size = list.size();
        int index = 0;
        while (index < size) {
            if (elements.count() == PIECE_ROWS || elements.stringBytes() >= EvaluationTrace.STRING_BYTES_MAX) {
                flush(context, rows);
            }
            int filled = elements.count();
            int some = isByRun ? Math.min(size - index, PIECE_ROWS - filled) : 1;
            if (isByRun) {
                Vectors.appendElements(list, index, some, elements);
            } else {
                add(list.get(index));
            }
            Arrays.fill(pieceRows, filled, filled + some, row);
            index += some;
        }
    }

    /** Strings and boxed values may be long, each of them. */
    private static boolean isOfShortElements(List<?> list) {
        return list instanceof TextParts parts
                ? parts.textBytes() <= SHORT_TEXT_BYTES
                : list instanceof TypedList typed && typed.kind() != VectorKind.STRING;
    }

    private void add(@Nullable Object element) {
        int at = elements.count();
        if (at == 0 && element != null) {
            elements.reset(VectorKind.of(element), 0);
        }
        elements.resize(at + 1);
        elements.setValue(at, element);
    }

    private void flush(EvaluationContext context, Rows rows) {
        int filled = elements.count();
        if (filled == 0) {
            return;
        }
        context.stop().checkpoint();
        int done = 0;
        while (done < filled) {
            int some = Math.min(partRowsMax, filled - done);
            int[] rowsOfPart = some == filled ? pieceRows : Arrays.copyOfRange(pieceRows, done, done + some);
            if (some == 1 && target.isDecided(rowsOfPart[0])) {
                done++;
                continue;
            }
            piece.hold(slot, some == filled ? elements : part(done, some));
            if (isPrepared(context, piece.over(rows, rowsOfPart, some))) {
                target.add(context, rowsOfPart, some);
                done += some;
            } else {
                partRowsMax = Math.max(1, some / SHRINKING);
            }
        }
        elements.reset(VectorKind.NULL, 0);
    }

    private Vector part(int from, int count) {
        int[] selection = new int[count];
        Arrays.setAll(selection, index -> from + index);
        Vector part = new Vector();
        part.gather(elements, selection, count);
        return part;
    }

    /**
     * False if the values are too long together, the run has no memory left for all of them, or one is an error that
     * may not count. One element is evaluated, however long what it gives is.
     */
    private boolean isPrepared(EvaluationContext context, SelectedRows part) {
        EvaluationTrace trace = context.trace();
        if (part.count() == 1) {
            target.prepare(context, part);
            return true;
        }
        boolean limits = !trace.isLimited();
        if (limits) {
            trace.limit();
        }
        try {
            target.prepare(context, part);
            return true;
        } catch (VectorFullException tooMany) {
            if (!limits) {
                throw tooMany;
            }
            return false;
        } catch (ThetisException problem) {
            boolean isOfMemory = problem.code() == ErrorCode.MEMORY_EXHAUSTED;
            if (isOfMemory ? !limits : !target.mayEndEarly()) {
                throw problem;
            }
            return false;
        } finally {
            if (limits) {
                trace.liftLimits();
            }
        }
    }

    static @Nullable List<?> asList(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case List<?> list -> list;
            default -> throw Errors.type("a list comprehension", "a LIST", value);
        };
    }

    /** Evaluates a predicate of a piece and notes for which elements it is true; returns how many. */
    private int select(EvaluationContext context, Optional<Evaluator> predicate, SelectedRows piece) {
        int count = piece.count();
        if (predicate.isEmpty()) {
            selection = Vectors.iota(selection, count);
            return count;
        }
        selection = Vectors.room(selection, count);
        return Vectors.selectTrue(predicate.get().evaluate(context, piece), count, selection);
    }

    // ----------------------------------------------------------------------------------- comprehensions

    private final class Comprehension implements Target {
        private final Optional<Evaluator> predicate;
        private final Optional<Evaluator> projection;
        private final SelectedRows kept = new SelectedRows();
        private int selected;
        private Vector values = new Vector();
        private @Nullable RowList[] lists = {};

        /** What of the lists is on disk, by row; empty while nothing is. */
        private @Nullable List<?>[] stored = {};

        private long listedBytes;

        Comprehension(Optional<Evaluator> predicate, Optional<Evaluator> projection) {
            this.predicate = predicate;
            this.projection = projection;
        }

        @Override
        public void begin(int count) {
            lists = new RowList[count];
            stored = new List<?>[0];
            listedBytes = 0;
            result.reset(VectorKind.OBJECT, count);
        }

        @Override
        public void prepare(EvaluationContext context, SelectedRows piece) {
            selected = select(context, predicate, piece);
            Rows chosen = selected == piece.count() ? piece : kept.over(piece, selection, selected);
            if (selected > 0) {
                values = projection.isEmpty()
                        ? chosen.column(slot)
                        : projection.get().evaluate(context, chosen);
            }
        }

        @Override
        public void add(EvaluationContext context, int[] rows, int count) {
            long moreBytes = 0;
            int from = 0;
            while (from < selected) {
                int row = rows[selection[from]];
                int end = from + 1;
                while (end < selected && rows[selection[end]] == row) {
                    end++;
                }
                moreBytes += listOf(row).add(values, from, end - from);
                from = end;
            }
            listedBytes += moreBytes;
            context.trace().made(moreBytes);
            if (!Growth.isSmall(listedBytes)) {
                makeRoom(context);
            }
        }

        private RowList listOf(int row) {
            RowList known = lists[row];
            RowList list = known == null ? new RowList() : known;
            lists[row] = list;
            return list;
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
                RowList list = lists[row];
                if (list != null) {
                    List<?> before = stored[row];
                    List<?> inMemory = list.list();
                    stored[row] = disk.append(before == null ? List.of() : before, inMemory, HeapSize.of(inMemory));
                    lists[row] = null;
                }
            }
            listedBytes = 0;
        }

        @Override
        public void end(EvaluationContext context, int row, boolean isNull) {
            if (isNull) {
                result.setNull(row);
            } else {
                result.objects()[row] = list(context, row);
            }
        }

        private List<?> list(EvaluationContext context, int row) {
            RowList list = lists[row];
            List<?> inMemory = list == null ? List.of() : list.list();
            List<?> onDisk = row < stored.length ? stored[row] : null;
            if (onDisk == null) {
                return inMemory;
            }
            LongLists disk = context.run().longLists().orElseThrow();
            return inMemory.isEmpty() ? onDisk : disk.append(onDisk, inMemory, HeapSize.of(inMemory));
        }
    }

    /** How long the list of a comprehension would be. */
    private final class Count implements Target {
        private final Optional<Evaluator> predicate;
        private int selected;

        Count(Optional<Evaluator> predicate) {
            this.predicate = predicate;
        }

        @Override
        public void begin(int count) {
            result.reset(VectorKind.INTEGER, count);
            Vectors.fillLongs(result, count, 0);
        }

        @Override
        public void prepare(EvaluationContext context, SelectedRows piece) {
            selected = select(context, predicate, piece);
        }

        @Override
        public void add(EvaluationContext context, int[] rows, int count) {
            long[] counts = result.longs();
            for (int index = 0; index < selected; index++) {
                counts[rows[selection[index]]]++;
            }
        }

        @Override
        public void end(EvaluationContext context, int row, boolean isNull) {
            if (isNull) {
                result.setNull(row);
            }
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
            // Some of them may be no truths, which is an error as any other.
            boolean areMixed = values.kind() != VectorKind.BOOLEAN;
            for (int index = 0; index < count; index++) {
                int row = rows[index];
                if (areMixed && isDecided(row)) {
                    continue;
                }
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

        @Override
        public boolean mayEndEarly() {
            return true;
        }

        @Override
        public boolean isDecided(int row) {
            return switch (kind) {
                case ALL -> falses[row] > 0;
                case ANY, NONE -> trues[row] > 0;
                case SINGLE -> trues[row] > 1;
            };
        }

        private int truth(int row) {
            if (isDecided(row)) {
                return kind == Kind.ANY ? ValueSemantics.TRUE : ValueSemantics.FALSE;
            }
            if (unknowns[row] > 0) {
                return ValueSemantics.UNKNOWN;
            }
            return switch (kind) {
                case ALL, NONE -> ValueSemantics.TRUE;
                case ANY -> ValueSemantics.FALSE;
                case SINGLE -> trues[row] == 1 ? ValueSemantics.TRUE : ValueSemantics.FALSE;
            };
        }
    }
}
