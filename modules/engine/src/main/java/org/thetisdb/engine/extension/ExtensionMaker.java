package org.thetisdb.engine.extension;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.fence.Fence;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.ExtensionFormat;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.extension.ListenerFunction;
import org.thetisdb.extension.TriggerContext;
import org.thetisdb.extension.TriggerFunction;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;

/**
 * Makes an extension of classes, methods and lambdas. Not thread safe.
 *
 * <p>All methods throw a {@code ThetisException} of code {@link ErrorCode#EXTENSION_INVALID} for what cannot be called.
 */
public final class ExtensionMaker {
    private static final MethodHandle ADD_TO_COLLECTOR =
            method(CollectorState.class, "add", MethodType.methodType(void.class, Object.class));

    private static final MethodHandle CALL_TRIGGER = method(
            TriggerFunction.class, "call", MethodType.methodType(void.class, TriggerContext.class, Changes.class));

    private static final MethodHandle CALL_LISTENER = method(
            ListenerFunction.class,
            "call",
            MethodType.methodType(void.class, ListenerContext.class, DatabaseEvent.class));

    private final String name;
    private final ExtensionHost host;
    private final boolean mayDefine;
    private final JavaTypes types;
    private final List<ScalarExtension> functions = new ArrayList<>();
    private final List<AggregateExtension> aggregates = new ArrayList<>();
    private final List<Procedure> procedures = new ArrayList<>();
    private final List<TriggerExtension> triggers = new ArrayList<>();
    private final List<ListenerExtension> listeners = new ArrayList<>();

    /**
     * @param name of the extension
     * @param mayDefine whether classes may be made at run time
     * @param fence what calls are held to
     */
    public ExtensionMaker(String name, HostTypes host, boolean mayDefine, Fence fence) {
        this.name = name;
        this.host = new ExtensionHost(host, fence, new ExtensionUse(name));
        this.mayDefine = mayDefine;
        this.types = new JavaTypes(host);
        if (name.isBlank()) {
            throw ExtensionErrors.invalid("an extension needs a name, such as text");
        }
    }

    private static MethodHandle method(Class<?> owner, String called, MethodType type) {
        try {
            return MethodHandles.lookup().findVirtual(owner, called, type);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /**
     * Adds what a class has.
     *
     * @param lookup may see the class and its methods
     * @param type with methods that are annotated, or annotated itself
     */
    public void add(MethodHandles.Lookup lookup, Class<?> type) {
        new ClassReader(this, lookup, type).read();
    }

    /**
     * Adds a function.
     *
     * @param called its name with its namespace
     * @param parameters the classes of its arguments
     * @param result the class of its results
     * @param handle takes these and returns that
     */
    public void add(String called, List<Class<?>> parameters, Class<?> result, MethodHandle handle) {
        List<ExtensionParameter> taken = new ArrayList<>();
        for (Class<?> each : parameters) {
            taken.add(parameter(called, "value" + (taken.isEmpty() ? "" : taken.size() + 1), each, false));
        }
        function(new Naming(called, ""), Traits.USUAL, false, taken, result(called, result), handle);
    }

    /**
     * Adds an aggregate.
     *
     * @param called its name with its namespace
     * @param parameter the class of its argument
     * @param result the class of its results
     */
    public void add(String called, Class<?> parameter, Class<?> result, Collector<?, ?, ?> collector) {
        List<ExtensionParameter> taken = List.of(parameter(called, "value", parameter, false));
        aggregate(
                new Naming(called, ""),
                taken,
                result(called, result),
                () -> new CollectorState(collector),
                ADD_TO_COLLECTOR);
    }

    /**
     * Adds a trigger.
     *
     * @param called its name with its namespace
     * @param labels of the nodes that it is about
     * @param types of the relationships that it is about; with no labels and no types, everything
     */
    public void add(
            String called, TriggerPhase phase, Set<String> labels, Set<String> types, TriggerFunction function) {
        trigger(new Naming(called, ""), phase, labels, types, CALL_TRIGGER.bindTo(function));
    }

    /**
     * Adds a listener.
     *
     * @param called its name with its namespace
     * @param events classes of those that it wants to hear of
     */
    public void add(String called, Set<Class<? extends DatabaseEvent>> events, ListenerFunction function) {
        listener(new Naming(called, ""), events, CALL_LISTENER.bindTo(function));
    }

    /** The extension; an error if there is nothing in it. */
    public Extension make() {
        Extension made = new Extension(
                name,
                Extension.Origin.PROGRAM,
                "",
                functions,
                aggregates,
                procedures,
                triggers,
                listeners,
                !triggers.isEmpty(),
                host.use());
        if (made.isEmpty()) {
            throw ExtensionErrors.invalid("there is nothing that could be called: extension=" + name
                    + "; annotate public static methods with @ScalarFunction, @TableProcedure, @Trigger or @Listener,"
                    + " or a public class with @AggregateFunction");
        }
        return made;
    }

    /** A name and what users are told of it. */
    record Naming(String name, String description) {}

    ExtensionParameter parameter(String called, String parameter, Class<?> type, boolean takesNull) {
        JavaType known = types.parameter(type)
                .orElseThrow(() -> ExtensionErrors.invalid("no value of Cypher is given as that class: class="
                        + type.getName() + ", parameter=" + parameter + ", of=" + called
                        + "; docs/EXTENSIONS.md lists those that are"));
        return new ExtensionParameter(parameter, known, takesNull);
    }

    JavaType result(String called, Class<?> type) {
        return types.result(type)
                .orElseThrow(() -> ExtensionErrors.invalid("Cypher has no value for that class: class=" + type.getName()
                        + ", result of=" + called + "; docs/EXTENSIONS.md lists those that it has"));
    }

    private void checkName(Naming naming) {
        if (!ExtensionFormat.isName(naming.name())) {
            throw ExtensionErrors.invalid("a name has a namespace, letters, digits and _, such as text.shout: name="
                    + naming.name() + ", extension=" + name);
        }
    }

    /**
     * What a function says of itself.
     *
     * @param deterministic whether equal arguments give equal results
     * @param nanosPerRow how long a call takes; 0 if nothing is said of it
     */
    record Traits(boolean deterministic, double nanosPerRow) {
        static final Traits USUAL = new Traits(true, 0);
    }

    void function(
            Naming naming,
            Traits traits,
            boolean takesContext,
            List<ExtensionParameter> parameters,
            JavaType result,
            MethodHandle method) {
        BatchCall call = call(
                Handles.ofRows(
                        method, takesContext, forms(parameters), result.form().type()),
                false);
        function(naming, traits, parameters, result, call);
    }

    void columnFunction(
            Naming naming,
            Traits traits,
            boolean takesContext,
            List<ExtensionParameter> parameters,
            JavaType result,
            MethodHandle method) {
        function(naming, traits, parameters, result, new ColumnCall(Handles.ofColumns(method, takesContext)));
    }

    private void function(
            Naming naming, Traits traits, List<ExtensionParameter> parameters, JavaType result, BatchCall call) {
        checkName(naming);
        if (traits.nanosPerRow() < 0) {
            throw ExtensionErrors.invalid("no call takes less than no time: nanosPerRow=" + traits.nanosPerRow()
                    + ", function=" + naming.name() + "; leave it out, and it is measured");
        }
        functions.add(new ScalarExtension(
                signature(naming, parameters, result),
                traits.deterministic(),
                parameters,
                result,
                call,
                new CallCost(traits.nanosPerRow()),
                host));
    }

    void aggregate(
            Naming naming,
            List<ExtensionParameter> parameters,
            JavaType result,
            Supplier<Aggregate<?>> maker,
            MethodHandle adding) {
        checkName(naming);
        List<Class<?>> forms = forms(parameters);
        forms.addFirst(Object.class);
        MethodHandle target = Handles.ofRows(adding, false, forms, void.class);
        aggregates.add(new AggregateExtension(
                signature(naming, parameters, result),
                parameters,
                maker,
                call(target, false),
                call(target, true),
                host));
    }

    /** @param method takes the context, and then those */
    void procedure(
            Naming naming,
            RowsOfProcedure.Statements statements,
            List<ExtensionParameter> parameters,
            List<ProcedureSignature.Column> columns,
            MethodHandle method,
            List<MethodHandle> components) {
        checkName(naming);
        List<ProcedureSignature.Parameter> listed = parameters.stream()
                .map(each -> new ProcedureSignature.Parameter(
                        each.name(), each.type().type(), Optional.empty()))
                .toList();
        MethodHandle general = method.asType(method.type().generic()).asSpreader(Object[].class, parameters.size() + 1);
        List<MethodHandle> readers = components.stream()
                .map(each -> each.asType(each.type().generic()))
                .toList();
        procedures.add(new Procedure(
                new ProcedureSignature(
                        naming.name(),
                        listed,
                        columns,
                        naming.description(),
                        false,
                        statements == RowsOfProcedure.Statements.ALL),
                new RowsOfProcedure(naming.name(), statements, parameters, general, readers, host)));
    }

    /** @param method takes the context and the changes */
    void trigger(Naming naming, TriggerPhase phase, Set<String> labels, Set<String> types, MethodHandle method) {
        checkName(naming);
        MethodHandle general = method.asType(MethodType.methodType(void.class, Object.class, Object.class));
        triggers.add(new TriggerExtension(
                naming.name(), naming.description(), phase, labels, types, general, host, new TriggerUse()));
    }

    /** @param method takes the context and the event */
    void listener(Naming naming, Set<Class<? extends DatabaseEvent>> events, MethodHandle method) {
        checkName(naming);
        MethodHandle general = method.asType(MethodType.methodType(void.class, Object.class, Object.class));
        listeners.add(
                new ListenerExtension(naming.name(), naming.description(), events, general, host, new TriggerUse()));
    }

    private static List<Class<?>> forms(List<ExtensionParameter> parameters) {
        List<Class<?>> forms = new ArrayList<>();
        parameters.forEach(each -> forms.add(each.type().form().type()));
        return forms;
    }

    private BatchCall call(MethodHandle target, boolean sameReceiver) {
        try {
            return mayDefine ? CallCode.define(target, sameReceiver) : new PlainCall(target, sameReceiver);
        } catch (ReflectiveOperationException refused) {
            return new PlainCall(target, sameReceiver);
        }
    }

    private static FunctionCatalog.Function signature(
            Naming naming, List<ExtensionParameter> parameters, JavaType result) {
        StringBuilder text = new StringBuilder(naming.name()).append('(');
        List<List<CypherType>> accepted = new ArrayList<>();
        for (ExtensionParameter each : parameters) {
            text.append(accepted.isEmpty() ? "" : ", ").append(each.name());
            text.append(' ').append(each.type().type());
            accepted.add(List.of(each.type().type()));
        }
        text.append(") :: ").append(result.type());
        return new FunctionCatalog.Function(
                naming.name().toLowerCase(Locale.ROOT),
                naming.name(),
                text.toString(),
                parameters.size(),
                parameters.size(),
                List.copyOf(accepted),
                result.type(),
                naming.description());
    }
}
