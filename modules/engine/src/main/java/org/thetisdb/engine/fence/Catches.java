package org.thetisdb.engine.fence;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The catch clauses of one method. Those that would catch a stop begin with a check, which throws it on; and what that
 * throws no clause of the method may catch, for it could be the same one, again and again. So the checks are cut out of
 * all ranges:
 *
 * <pre>
 *   range     |── try ──────────── handler: astore ──|
 *   becomes   |── try ─────────|            |─ astore ─|
 *                               check
 * </pre>
 *
 * <p>Belongs to who weaves the method.
 */
final class Catches {
    private static final MethodTypeDesc OF_THROWABLE =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Throwable);
    private static final Set<String> CATCHING = Set.of("java/lang/Throwable", "java/lang/Error");

    private final CodeAttribute code;
    private final List<ExceptionCatch> all;

    /** By where they stand in the original: the places before and after a check. */
    private final TreeMap<Integer, Map.Entry<Label, Label>> checks = new TreeMap<>();

    private int pending = -1;

    /** @param model as it was read */
    Catches(CodeModel model) {
        code = (CodeAttribute) model;
        all = model.exceptionHandlers();
    }

    /** To be called for each label. */
    void at(Label label) {
        for (ExceptionCatch each : all) {
            boolean catchesStops = each.catchType().isEmpty()
                    || CATCHING.contains(each.catchType().get().asInternalName());
            if (catchesStops && each.handler().equals(label)) {
                pending = code.labelToBci(label);
            }
        }
    }

    /** To be called before each instruction: behind all labels of its place. */
    void before(CodeBuilder into) {
        if (pending >= 0) {
            Label start = into.newBoundLabel();
            into.dup().invokestatic(Rewrites.GUARD, "caught", OF_THROWABLE);
            checks.put(pending, Map.entry(start, into.newBoundLabel()));
            pending = -1;
        }
    }

    /** Writes all clauses, in their order; to be called at the end of the method. */
    void write(CodeBuilder into) {
        for (ExceptionCatch each : all) {
            int end = code.labelToBci(each.tryEnd());
            int at = code.labelToBci(each.tryStart());
            Label from = each.tryStart();
            for (Map.Entry<Integer, Map.Entry<Label, Label>> check :
                    checks.subMap(at, true, end, false).entrySet()) {
                if (check.getKey() > at) {
                    add(into, each, from, check.getValue().getKey());
                }
                at = check.getKey();
                from = check.getValue().getValue();
            }
            add(into, each, from, each.tryEnd());
        }
    }

    private static void add(CodeBuilder into, ExceptionCatch clause, Label from, Label to) {
        if (clause.catchType().isPresent()) {
            into.exceptionCatch(from, to, clause.handler(), clause.catchType().get());
        } else {
            into.exceptionCatchAll(from, to, clause.handler());
        }
    }
}
