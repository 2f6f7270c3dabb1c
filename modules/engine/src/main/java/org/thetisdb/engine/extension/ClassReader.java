package org.thetisdb.engine.extension;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeAnnotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.extension.ExtensionMaker.Naming;
import org.thetisdb.engine.extension.ExtensionMaker.Traits;
import org.thetisdb.engine.extension.RowsOfProcedure.Statements;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.Listener;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.StatementContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.extension.Trigger;
import org.thetisdb.extension.TriggerContext;
import org.thetisdb.value.ThetisException;

/** Finds what a class offers by its annotations, and says what is wrong with it. Not thread safe. */
final class ClassReader {
    private static final RecordComponent[] NO_COMPONENTS = {};

    private final ExtensionMaker maker;
    private final MethodHandles.Lookup lookup;
    private final Class<?> type;
    private final List<MethodModel> methodsOfFile;

    ClassReader(ExtensionMaker maker, MethodHandles.Lookup lookup, Class<?> type) {
        this.maker = maker;
        this.lookup = lookup;
        this.type = type;
        this.methodsOfFile = methodsOfFile(type);
    }

    void read() {
        AggregateFunction aggregate = type.getAnnotation(AggregateFunction.class);
        if (aggregate != null) {
            aggregate(new Naming(aggregate.name(), aggregate.description()));
        }
        // The JVM gives them in any order.
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toString));
        for (Method method : methods) {
            ScalarFunction scalar = method.getAnnotation(ScalarFunction.class);
            if (scalar != null) {
                requireStatic(method);
                scalar(
                        new Naming(scalar.name(), scalar.description()),
                        new Traits(scalar.deterministic(), scalar.nanosPerRow()),
                        method);
            }
            TableProcedure procedure = method.getAnnotation(TableProcedure.class);
            if (procedure != null) {
                requireStatic(method);
                procedure(new Naming(procedure.name(), procedure.description()), procedure.writes(), method);
            }
            Trigger trigger = method.getAnnotation(Trigger.class);
            if (trigger != null) {
                requireStatic(method);
                trigger(trigger, method);
            }
            Listener listener = method.getAnnotation(Listener.class);
            if (listener != null) {
                requireStatic(method);
                listener(listener, method);
            }
        }
    }

    private void requireStatic(Method method) {
        if (!Modifier.isStatic(method.getModifiers())) {
            throw ExtensionErrors.invalid("the method has to be static: " + place(method));
        }
    }

    private String place(Object member) {
        return "class=" + type.getName() + ", method=" + member;
    }

    /** Whether a method takes a context before what it is told of; empty if it is no such method. */
    private static Optional<Boolean> takesContext(Method method, Class<?> context, Class<?> told) {
        List<Class<?>> takes = List.of(method.getParameterTypes());
        boolean takesContext = takes.equals(List.of(context, told));
        boolean isOne = method.getReturnType() == void.class && (takesContext || takes.equals(List.of(told)));
        return isOne ? Optional.of(takesContext) : Optional.empty();
    }

    private void listener(Listener listener, Method method) {
        Optional<Boolean> takesContext = takesContext(method, ListenerContext.class, DatabaseEvent.class);
        if (takesContext.isEmpty()) {
            throw ExtensionErrors.invalid("a listener returns nothing and takes a DatabaseEvent, and before it a"
                    + " ListenerContext if it wants one: " + place(method));
        }
        maker.listener(
                new Naming(listener.name(), listener.description()),
                Set.of(listener.events()),
                Handles.withContext(handle(method), takesContext.get()));
    }

    private void trigger(Trigger trigger, Method method) {
        Optional<Boolean> takesContext = takesContext(method, TriggerContext.class, Changes.class);
        if (takesContext.isEmpty()) {
            throw ExtensionErrors.invalid(
                    "a trigger returns nothing and takes Changes, and before them a TriggerContext if it wants one: "
                            + place(method));
        }
        maker.trigger(
                new Naming(trigger.name(), trigger.description()),
                trigger.phase(),
                Set.copyOf(List.of(trigger.labels())),
                Set.copyOf(List.of(trigger.types())),
                Handles.withContext(handle(method), takesContext.get()));
    }

    private void scalar(Naming naming, Traits traits, Method method) {
        boolean takesContext = takesContext(method);
        int first = takesContext ? 1 : 0;
        if (method.getReturnType() != void.class) {
            List<ExtensionParameter> parameters = parameters(naming, method, first, method.getParameterCount());
            maker.function(
                    naming,
                    traits,
                    takesContext,
                    parameters,
                    maker.result(naming.name(), method.getReturnType()),
                    handle(method));
            return;
        }
        int results = method.getParameterCount() - 2;
        Class<?>[] given = method.getParameterTypes();
        if (results < first || given[results + 1] != int.class || !given[results].isArray()) {
            throw ExtensionErrors.invalid("a function that returns nothing takes an array for each argument, one for"
                    + " results, and the number of rows as an int: " + place(method));
        }
        List<ExtensionParameter> parameters = new ArrayList<>();
        for (int index = first; index < results; index++) {
            parameters.add(maker.parameter(
                    naming.name(),
                    name(method.getParameters()[index], index - first),
                    element(given[index], method),
                    false));
        }
        JavaType result = maker.result(naming.name(), element(given[results], method));
        maker.columnFunction(naming, traits, takesContext, parameters, result, handle(method));
    }

    private Class<?> element(Class<?> array, Method method) {
        Class<?> element = array.getComponentType();
        if (element != long.class && element != double.class && element != boolean.class && element != String.class) {
            throw ExtensionErrors.invalid("columns are long[], double[], boolean[] or String[]: class="
                    + array.getTypeName() + ", " + place(method));
        }
        return element;
    }

    private static boolean takesContext(Method method) {
        return method.getParameterCount() > 0 && method.getParameterTypes()[0] == CallContext.class;
    }

    private List<ExtensionParameter> parameters(Naming naming, Method method, int first, int end) {
        List<ExtensionParameter> parameters = new ArrayList<>();
        BitSet nullable = nullable(method);
        for (int index = first; index < end; index++) {
            Parameter parameter = method.getParameters()[index];
            boolean takesNull = !parameter.getType().isPrimitive()
                    && (nullable.get(index)
                            || isNullable(parameter)
                            || isNullable(method.getAnnotatedParameterTypes()[index]));
            parameters.add(
                    maker.parameter(naming.name(), name(parameter, index - first), parameter.getType(), takesNull));
        }
        return parameters;
    }

    /** By its name, whose ever it is: JSpecify's, or one of those before it. */
    private static boolean isNullable(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
    }

    /**
     * The parameters of a method that are annotated as nullable, by its class file: the JVM does not tell of
     * annotations whose class is not there, or that are only for compilers.
     */
    private BitSet nullable(Method method) {
        BitSet nullable = new BitSet();
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
        for (MethodModel each : methodsOfFile) {
            if (each.methodName().equalsString(method.getName())
                    && each.methodType().equalsString(descriptor)) {
                each.findAttribute(Attributes.runtimeVisibleTypeAnnotations())
                        .ifPresent(found -> ofTypes(found.annotations(), nullable));
                each.findAttribute(Attributes.runtimeInvisibleTypeAnnotations())
                        .ifPresent(found -> ofTypes(found.annotations(), nullable));
                each.findAttribute(Attributes.runtimeVisibleParameterAnnotations())
                        .ifPresent(found -> ofParameters(found.parameterAnnotations(), nullable));
                each.findAttribute(Attributes.runtimeInvisibleParameterAnnotations())
                        .ifPresent(found -> ofParameters(found.parameterAnnotations(), nullable));
            }
        }
        return nullable;
    }

    /** The methods by the class file; none if it cannot be had, as of classes that are made at run time. */
    private static List<MethodModel> methodsOfFile(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null) {
            return List.of();
        }
        try (InputStream file = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return file == null
                    ? List.of()
                    : ClassFile.of().parse(file.readAllBytes()).methods();
        } catch (IOException | IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    private static void ofTypes(List<TypeAnnotation> annotations, BitSet nullable) {
        for (TypeAnnotation each : annotations) {
            if (each.targetInfo() instanceof TypeAnnotation.FormalParameterTarget target
                    && each.targetPath().isEmpty()
                    && isNullable(each.annotation())) {
                nullable.set(target.formalParameterIndex());
            }
        }
    }

    private static void ofParameters(List<List<Annotation>> annotations, BitSet nullable) {
        for (int index = 0; index < annotations.size(); index++) {
            if (annotations.get(index).stream().anyMatch(ClassReader::isNullable)) {
                nullable.set(index);
            }
        }
    }

    private static boolean isNullable(Annotation annotation) {
        String name = annotation.classSymbol().displayName();
        return name.substring(name.lastIndexOf('$') + 1).equals("Nullable");
    }

    /** Compilers leave out the names of parameters unless they are told to keep them. */
    private static String name(Parameter parameter, int index) {
        return parameter.isNamePresent() ? parameter.getName() : "value" + (index == 0 ? "" : index + 1);
    }

    private MethodHandle handle(Method method) {
        try {
            return lookup.unreflect(method);
        } catch (IllegalAccessException refused) {
            throw refused(method, refused);
        }
    }

    private ThetisException refused(Object member, IllegalAccessException refused) {
        return ExtensionErrors.invalid("it cannot be called from here: " + place(member) + ", reason="
                + refused.getMessage()
                + "; make class and method public and export their package, or register them with a lookup of yours");
    }

    private void procedure(Naming naming, boolean writes, Method method) {
        boolean runsStatements =
                method.getParameterCount() > 0 && method.getParameterTypes()[0] == StatementContext.class;
        if (writes && !runsStatements) {
            throw ExtensionErrors.invalid(
                    "a procedure that writes takes a StatementContext first, whose statements do that: "
                            + place(method));
        }
        boolean takesContext = runsStatements || takesContext(method);
        List<ProcedureSignature.Column> columns = new ArrayList<>();
        List<MethodHandle> components = new ArrayList<>();
        boolean isOfNothing = writes && method.getReturnType() == void.class;
        for (RecordComponent component :
                isOfNothing ? NO_COMPONENTS : row(method).getRecordComponents()) {
            JavaType known = maker.result(naming.name(), component.getType());
            columns.add(new ProcedureSignature.Column(component.getName(), known.type()));
            components.add(handle(component.getAccessor()));
        }
        List<ExtensionParameter> parameters =
                parameters(naming, method, takesContext ? 1 : 0, method.getParameterCount());
        Statements statements = writes ? Statements.ALL : runsStatements ? Statements.READING : Statements.NONE;
        maker.procedure(
                naming, statements, parameters, columns, Handles.withContext(handle(method), takesContext), components);
    }

    /** The record that is a row. */
    private Class<?> row(Method method) {
        Class<?> returned = method.getReturnType();
        boolean isMany = Stream.class.isAssignableFrom(returned) || Iterable.class.isAssignableFrom(returned);
        if (isMany && method.getGenericReturnType() instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (arguments.length == 1
                    && arguments[0] instanceof Class<?> row
                    && row.isRecord()
                    && row.getRecordComponents().length > 0) {
                return row;
            }
        }
        throw ExtensionErrors.invalid(
                "a procedure returns a Stream or an Iterable of a record with components, its columns; nothing only if"
                        + " it writes: " + place(method));
    }

    private void aggregate(Naming naming) {
        if (!Aggregate.class.isAssignableFrom(type)) {
            throw ExtensionErrors.invalid("an aggregate's class implements Aggregate: class=" + type.getName());
        }
        List<Method> adding = Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals("add") && !each.isBridge() && !each.isSynthetic())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && each.getReturnType() == void.class)
                .toList();
        if (adding.size() != 1) {
            throw ExtensionErrors.invalid("an aggregate has one public void add, with the arguments of the call: class="
                    + type.getName() + ", found=" + adding.size());
        }
        Method add = adding.getFirst();
        List<ExtensionParameter> parameters = parameters(naming, add, 0, add.getParameterCount());
        if (parameters.isEmpty()) {
            throw ExtensionErrors.invalid("an aggregate's add takes at least one argument: " + place(add));
        }
        maker.aggregate(naming, parameters, maker.result(naming.name(), resultClass()), states(), handle(add));
    }

    /** The class that result() declares; a bridge declares less. */
    private Class<?> resultClass() {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals("result") && each.getParameterCount() == 0 && !each.isBridge())
                .findFirst()
                .<Class<?>>map(Method::getReturnType)
                .orElse(Object.class);
    }

    private Supplier<Aggregate<?>> states() {
        try {
            Constructor<?> constructor = type.getConstructor();
            MethodHandle making = lookup.unreflectConstructor(constructor).asType(MethodType.methodType(Object.class));
            return () -> made(making);
        } catch (NoSuchMethodException missing) {
            throw ExtensionErrors.invalid(
                    "an aggregate has a public constructor without parameters: class=" + type.getName());
        } catch (IllegalAccessException refused) {
            throw refused("its constructor", refused);
        }
    }

    @SuppressWarnings("Catching") // The caller tells whatever it throws.
    private static Aggregate<?> made(MethodHandle making) {
        try {
            return (Aggregate<?>) (Object) making.invokeExact();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
