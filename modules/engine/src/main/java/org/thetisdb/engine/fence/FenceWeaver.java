package org.thetisdb.engine.fence;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Weaves checks into the code of a pure extension:
 *
 * <pre>
 *   a jump backwards, the start of most methods                Guard.check()
 *   a catch clause that a stop could end in                    Guard.caught(thrown)
 *   an array, a size for others' code                          Guard.length(size)
 *   searches, patterns, large numbers                          {@link Rewrites}, {@link Sizes}
 * </pre>
 *
 * <p>A static method without loops that calls none of the jar's, such as most functions, cannot go on for ever, and
 * stays as it is: HotSpot can inline it into the loop over a batch, and run several rows at a time. Others' code may
 * call what is not static, and lambdas, for ever: an iterator that has always one more, for example. Stateless.
 */
public final class FenceWeaver {
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc OF_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_INTS =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private FenceWeaver() {}

    /**
     * The classes of an extension with their checks.
     *
     * @param classes by their names
     * @param parent finds the classes that they use of others
     */
    public static Map<String, byte[]> woven(Map<String, byte[]> classes, ClassLoader parent) {
        ClassHierarchyResolver resolver = new JarHierarchy(classes)
                .orElse(ClassHierarchyResolver.ofClassLoading(parent))
                .cached();
        ClassFile files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
        Map<String, byte[]> woven = new HashMap<>();
        classes.forEach((name, bytes) -> {
            ClassModel model = files.parse(bytes);
            woven.put(name, files.transformClass(model, transform(classes.keySet())));
        });
        return woven;
    }

    private static ClassTransform transform(Set<String> own) {
        return (type, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                Checks checks = new Checks(own, method, method.code().get());
                type.transformMethod(method, MethodTransform.transformingCode(checks));
            } else {
                type.with(element);
            }
        };
    }

    /** The checks of one method. */
    private static final class Checks implements CodeTransform {
        private final Set<String> own;
        private final Set<Label> bound = new HashSet<>();
        private final Catches catches;
        private final boolean checksFirst;

        Checks(Set<String> own, MethodModel method, CodeModel code) {
            this.own = own;
            this.catches = new Catches(code);
            boolean isForOthers =
                    !method.flags().has(AccessFlag.STATIC) || method.flags().has(AccessFlag.SYNTHETIC);
            boolean isConstructor = method.methodName().equalsString(ConstantDescs.INIT_NAME);
            this.checksFirst = !isConstructor && (isForOthers || callsOwn(code));
        }

        @Override
        public void atStart(CodeBuilder code) {
            if (checksFirst) {
                check(code);
            }
        }

        @Override
        public void atEnd(CodeBuilder code) {
            catches.write(code);
        }

        /** What it calls may call it in turn: by itself, or by what it hands to others. */
        private boolean callsOwn(CodeModel model) {
            for (CodeElement element : model) {
                boolean calls = element instanceof InvokeDynamicInstruction
                        || element instanceof InvokeInstruction call
                                && (own.contains(name(call)) || call.opcode() == Opcode.INVOKEINTERFACE);
                if (calls) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ExceptionCatch) {
                return;
            }
            if (element instanceof Instruction) {
                catches.before(code);
            }
            switch (element) {
                case LabelTarget target -> {
                    bound.add(target.label());
                    catches.at(target.label());
                }
                case BranchInstruction branch when bound.contains(branch.target()) -> check(code);
                case TableSwitchInstruction _ -> check(code);
                case LookupSwitchInstruction _ -> check(code);
                case NewPrimitiveArrayInstruction _ -> length(code);
                case NewReferenceArrayInstruction _ -> length(code);
                case NewMultiArrayInstruction made -> {
                    if (made.dimensions() == 2) {
                        code.dup2().invokestatic(Rewrites.GUARD, "area", OF_INTS);
                    } else {
                        length(code);
                    }
                }
                case InvokeInstruction call -> {
                    call(code, call);
                    return;
                }
                default -> {}
            }
            code.with(element);
        }

        private static void check(CodeBuilder code) {
            code.invokestatic(Rewrites.GUARD, "check", NOTHING);
        }

        private static void length(CodeBuilder code) {
            code.invokestatic(Rewrites.GUARD, "length", OF_INT);
        }

        private void call(CodeBuilder code, InvokeInstruction call) {
            String type = name(call);
            String descriptor = call.type().stringValue();
            Optional<Rewrites.Target> instead = own.contains(type)
                    ? Optional.empty()
                    : Rewrites.of(type, call.name().stringValue(), descriptor);
            if (instead.isPresent()) {
                code.invokestatic(
                        instead.get().owner(),
                        instead.get().name(),
                        instead.get().type());
                return;
            }
            if (!own.contains(type)) {
                Sizes.write(code, Sizes.of(type, call.name().stringValue(), descriptor));
            }
            code.with(call);
        }

        private static String name(InvokeInstruction call) {
            return call.owner().asInternalName().replace('/', '.');
        }
    }

    /** What classes of a jar extend, without loading any. */
    private record JarHierarchy(Map<String, byte[]> classes) implements ClassHierarchyResolver {
        @Override
        public @Nullable ClassHierarchyInfo getClassInfo(ClassDesc type) {
            String descriptor = type.descriptorString();
            byte[] bytes =
                    classes.get(descriptor.substring(1, descriptor.length() - 1).replace('/', '.'));
            if (bytes == null) {
                return null;
            }
            ClassModel model = ClassFile.of().parse(bytes);
            return model.flags().has(AccessFlag.INTERFACE)
                    ? ClassHierarchyInfo.ofInterface()
                    : ClassHierarchyInfo.ofClass(
                            model.superclass().map(each -> each.asSymbol()).orElse(ConstantDescs.CD_Object));
        }
    }
}
