package org.thetisdb.engine.kernel;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.packing.PackedSums;
import org.thetisdb.storage.packing.PackedTests;
import org.thetisdb.storage.packing.PresentBits;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * A condition on a node's property alone, of nodes that follow one upon the other, whose values are few: computed once
 * for each different value, and looked up for each row by its code.
 *
 * <pre>
 *   n.city STARTS WITH 'B'     codes mean   'Bern'  'Rome'  'Bonn'  null        computed:  1 0 1, of null 0
 *                              rows         2  0  1  null  1  …                 bits:      1 1 0 0 0 …
 * </pre>
 *
 * <p>Belongs to one worker.
 */
public final class CodeCondition {
    private final ColumnProperty property;
    private final Supplier<Evaluator> maker;
    private final ColumnCodes codes = new ColumnCodes(ColumnCodes.Use.TABLE);
    private final OneColumn values = new OneColumn();
    private final Vector column = new Vector();

    /** Made when it is first needed: most conditions are on nodes that an index has found. */
    private @Nullable Evaluator condition;

    private int[] all = {};
    private long[] members = {};
    private long[] ofValues = {};

    /** @param maker makes the condition, of rows whose only column is the property; it is the same for the same */
    public CodeCondition(ColumnProperty property, Supplier<Evaluator> maker) {
        this.property = property;
        this.maker = maker;
    }

    /**
     * Finds the rows for which it is true. The parameters are those of {@link RangeCondition#test}.
     *
     * @return whether it was done; not if it fails for some value, which perhaps nobody has who is chosen
     */
    boolean test(EvaluationContext context, Rows rows, long @Nullable [] chosen, long[] into) {
        codes.begin(chosen);
        if (!property.ask(context, rows, codes) || codes.codeCount() > rows.count()) {
            return false;
        }
        boolean ofNull;
        try {
            ofNull = compute(context);
        } catch (ThetisException whoKnowsIfAnybodyHasIt) {
            return false;
        }
        int count = rows.count();
        if (!codes.hasNulls()) {
            PackedTests.among(codes.packed(), count, members, codes.codeCount(), into);
            return true;
        }
        int words = PackedTests.bitWords(count);
        if (ofValues.length <= words) {
            ofValues = new long[words + 1];
        }
        int valueCount = PackedSums.chosenCount(codes.presentRows(), count);
        PackedTests.among(codes.packed(), valueCount, members, codes.codeCount(), ofValues);
        PresentBits.spread(ofValues, codes.presentRows(), count, into);
        for (int word = 0; ofNull && word < words; word++) {
            into[word] |= ~codes.presentRows()[word];
        }
        PackedTests.clearFrom(count, into);
        return true;
    }

    /** Finds the codes whose values pass; whether null does. */
    private boolean compute(EvaluationContext context) {
        int count = codes.codeCount() + (codes.hasNulls() ? 1 : 0);
        all = Vectors.iota(all, count);
        codes.decode(all, count, column);
        int words = 1 << Math.max(0, codes.packed().bits() - 6);
        members = members.length < words ? new long[words] : members;
        Arrays.fill(members, 0);
        boolean ofNull = false;
        condition = condition == null ? maker.get() : condition;
        Vector truths = condition.evaluate(context, values.of(column));
        for (int code = 0; code < count; code++) {
            boolean passes = Vectors.truth(truths, code) == ValueSemantics.TRUE;
            if (code == codes.codeCount()) {
                ofNull = passes;
            } else {
                members[code >>> 6] |= passes ? 1L << code : 0;
            }
        }
        return ofNull;
    }
}
