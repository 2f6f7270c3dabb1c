package org.thetisdb.engine.fence;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Compares what the code of an extension refers to with what pure code may use. Used once, by one thread.
 *
 * <p>All that code can do beyond arithmetic it does by members of classes. Those of the jar are compared themselves;
 * those of others have to be on the list, and so has what they inherit from others. What has no name in a class file,
 * such as a lock, is refused by its instruction.
 */
public final class Purity {
    private static final int DIMENSIONS_MAX = 2;
    private static final int TOLD_MAX = 5;

    /** What javac calls to make lambdas, texts of parts, records' methods and switches over types. */
    private static final Set<String> BOOTSTRAPS = Set.of(
            "java.lang.invoke.LambdaMetafactory.metafactory",
            "java.lang.invoke.StringConcatFactory.makeConcatWithConstants",
            "java.lang.runtime.ObjectMethods.bootstrap",
            "java.lang.runtime.SwitchBootstraps.typeSwitch",
            "java.lang.runtime.SwitchBootstraps.enumSwitch");

    /** A lambda has a check: streams within streams within streams are more than anybody can wait for. */
    private static final Set<String> NOT_REFERRED_TO = Set.of("stream");

    /** Bootstraps that are given handles of fields to read, none of code. */
    private static final String OBJECT_METHODS = "java.lang.runtime.ObjectMethods.bootstrap";

    private final PureList list = new PureList();
    private final Map<String, ClassModel> own = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private String place = "";

    private Purity() {}

    /**
     * Makes sure that the code of an extension is pure.
     *
     * @param extension its name, for errors
     * @param classes all that it has, by their names
     * @throws ThetisException {@link ErrorCode#EXTENSION_INVALID} with what it uses
     * @throws IllegalArgumentException if a class is damaged
     */
    public static void require(String extension, Map<String, byte[]> classes) {
        Purity purity = new Purity();
        classes.forEach((name, bytes) -> purity.own.put(name, ClassFile.of().parse(bytes)));
        purity.own.forEach(purity::check);
        if (!purity.violations.isEmpty()) {
            int more = purity.violations.size() - TOLD_MAX;
            throw new ThetisException(
                    ErrorCode.EXTENSION_INVALID,
                    "an extension is not pure: name=" + extension + "; "
                            + String.join(
                                    "; ", purity.violations.subList(0, Math.min(TOLD_MAX, purity.violations.size())))
                            + (more > 0 ? "; and " + more + " more" : "")
                            + "; do without it, or trust the extension (docs/EXTENSIONS.md)");
        }
    }

    private void refuse(String what) {
        violations.add(place + " " + what);
    }

    private void check(String name, ClassModel type) {
        place = name;
        if (!name.equals(name(type.thisClass()))) {
            refuse("is called " + name(type.thisClass()) + " inside");
        }
        if (name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("org.thetisdb.")) {
            refuse("is in a package that belongs to others");
        }
        type.superclass().ifPresent(parent -> requireType(name(parent)));
        type.interfaces().forEach(each -> requireType(name(each)));
        type.fields().forEach(this::check);
        type.methods().forEach(method -> check(name, method));
        place = name;
    }

    private void check(FieldModel field) {
        boolean isShared = field.flags().has(AccessFlag.STATIC);
        if (isShared && !field.flags().has(AccessFlag.FINAL)) {
            refuse("has a static field that is not final: " + field.fieldName().stringValue());
        }
    }

    private void check(String type, MethodModel method) {
        String name = method.methodName().stringValue();
        place = type + "." + name;
        if (method.flags().has(AccessFlag.NATIVE)) {
            refuse("is native");
        }
        if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
            refuse("is synchronized");
        }
        if (name.equals("finalize") && method.methodType().stringValue().equals("()V")) {
            refuse("is a finalizer");
        }
        method.code().ifPresent(code -> code.forEach(this::check));
    }

    private void check(CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> {
                String name = call.name().stringValue();
                String descriptor = call.type().stringValue();
                member(call.owner().asSymbol(), name, descriptor, false);
                if (call.opcode() == Opcode.INVOKESPECIAL) {
                    requireItself(name(call.owner().asSymbol()), name, descriptor);
                }
            }
            case FieldInstruction access ->
                member(access.owner().asSymbol(), access.name().stringValue(), "", false);
            case NewObjectInstruction made -> requireType(name(made.className()));
            case MonitorInstruction _ -> refuse("locks");
            case NewMultiArrayInstruction made -> {
                if (made.dimensions() > DIMENSIONS_MAX) {
                    refuse("makes an array of more than " + DIMENSIONS_MAX + " dimensions");
                }
            }
            case InvokeDynamicInstruction call -> dynamic(call.bootstrapMethod(), call.bootstrapArgs());
            case ConstantInstruction.LoadConstantInstruction constant -> constant(constant.constantValue());
            default -> {}
        }
    }

    private void dynamic(DirectMethodHandleDesc bootstrap, List<ConstantDesc> arguments) {
        String called =
                bootstrap.owner().packageName() + "." + bootstrap.owner().displayName() + "." + bootstrap.methodName();
        if (!BOOTSTRAPS.contains(called)) {
            refuse("uses " + called);
            return;
        }
        for (ConstantDesc argument : arguments) {
            if (argument instanceof DirectMethodHandleDesc handle) {
                handle(handle, called.equals(OBJECT_METHODS));
            } else if (argument instanceof DynamicConstantDesc<?>) {
                refuse("uses a constant that is computed");
            }
        }
    }

    private void handle(DirectMethodHandleDesc handle, boolean isOfField) {
        member(handle.owner(), handle.methodName(), isOfField ? "" : handle.lookupDescriptor(), true);
    }

    private void constant(ConstantDesc constant) {
        switch (constant) {
            case MethodHandleDesc _ -> refuse("uses a method handle");
            case DynamicConstantDesc<?> _ -> refuse("uses a constant that is computed");
            default -> {}
        }
    }

    /** @param isReference whether it is referred to by a lambda, where nothing else can be called instead */
    private void member(ClassDesc owner, String name, String descriptor, boolean isReference) {
        if (owner.isArray()) {
            // What arrays have beside Object's members is clone().
            requireMember("java.lang.Object", name);
            return;
        }
        String type = name(owner);
        if (own.containsKey(type)) {
            inherited(type, name, descriptor, new HashSet<>());
            return;
        }
        boolean isElsewhere = Rewrites.of(type, name, descriptor).isPresent()
                || Sizes.of(type, name, descriptor) != Sizes.Check.NONE
                || NOT_REFERRED_TO.contains(name);
        if (isReference && isElsewhere) {
            refuse("refers to " + type + "::" + name + ", which can be called, and not be referred to");
        } else if (Sizes.isUnchecked(type, name, descriptor)) {
            refuse("makes " + type + " of a size and something else");
        } else if (Rewrites.isOtherForm(type, name, descriptor)) {
            refuse("uses " + type + "." + name + " with " + descriptor + ", which only its other forms may");
        } else {
            requireMember(type, name);
        }
    }

    private void requireMember(String type, String name) {
        if (!list.allows(type, name)) {
            refuse("uses " + type + "." + name);
        }
    }

    /** What leads elsewhere has to be called as what it is, not as what a class of the jar has inherited. */
    private void requireItself(String type, String name, String descriptor) {
        if (!own.containsKey(type) && Rewrites.of(type, name, descriptor).isPresent()
                || Rewrites.isOtherForm(type, name, descriptor)) {
            refuse("uses " + type + "." + name + " by a class that extends it");
        }
    }

    /** What a class of the jar does not declare it has from those above it. */
    private void inherited(String type, String name, String descriptor, Set<String> seen) {
        ClassModel model = own.get(type);
        if (model == null) {
            if (list.refusesEverywhere(name) || !name.equals("<init>") && !list.allows(type, name)) {
                refuse("uses " + type + "." + name);
            }
            requireItself(type, name, descriptor);
            return;
        }
        if (!seen.add(type) || declares(model, name, descriptor)) {
            return;
        }
        model.superclass().ifPresent(parent -> inherited(name(parent), name, descriptor, seen));
        model.interfaces().forEach(each -> inherited(name(each), name, descriptor, seen));
    }

    private static boolean declares(ClassModel model, String name, String descriptor) {
        return descriptor.isEmpty()
                ? model.fields().stream().anyMatch(each -> each.fieldName().equalsString(name))
                : model.methods().stream()
                        .anyMatch(each -> each.methodName().equalsString(name)
                                && each.methodType().equalsString(descriptor));
    }

    private void requireType(String type) {
        if (!own.containsKey(type) && !list.allows(type)) {
            refuse("uses " + type);
        }
    }

    private static String name(ClassEntry entry) {
        return entry.asInternalName().replace('/', '.');
    }

    private static String name(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }
}
