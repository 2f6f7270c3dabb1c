package org.thetisdb.extension.processing;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.ExtensionFormat;
import org.thetisdb.extension.Listener;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.StatementContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.extension.Trigger;
import org.thetisdb.extension.TriggerContext;

/**
 * An annotation processor: {@code javac -processorpath thetis-extension.jar -processor
 * org.thetisdb.extension.processing.ExtensionProcessor}. Used by one compiler at a time.
 */
public final class ExtensionProcessor extends AbstractProcessor {
    private static final Set<String> PARAMETERS = Set.of(
            "long",
            "int",
            "double",
            "boolean",
            "java.lang.Long",
            "java.lang.Integer",
            "java.lang.Double",
            "java.lang.Boolean",
            "java.lang.Number",
            "java.lang.String",
            "java.lang.Object",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.OffsetTime",
            "java.time.LocalDateTime",
            "java.time.ZonedDateTime",
            "java.util.List",
            "java.util.Map",
            "org.thetisdb.Node",
            "org.thetisdb.Path",
            "org.thetisdb.Relationship",
            "org.thetisdb.value.IsoDuration",
            "org.thetisdb.value.Point");

    private static final Set<String> COLUMNS = Set.of("long", "double", "boolean", "java.lang.String");

    private final Set<String> classes = new TreeSet<>();

    /** For the compiler, which finds it by its name. */
    public ExtensionProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(
                ScalarFunction.class.getName(),
                TableProcedure.class.getName(),
                AggregateFunction.class.getName(),
                Trigger.class.getName(),
                Listener.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (ExecutableElement each : ElementFilter.methodsIn(round.getElementsAnnotatedWith(ScalarFunction.class))) {
            scalar(each);
        }
        for (ExecutableElement each : ElementFilter.methodsIn(round.getElementsAnnotatedWith(TableProcedure.class))) {
            procedure(each);
        }
        for (TypeElement each : ElementFilter.typesIn(round.getElementsAnnotatedWith(AggregateFunction.class))) {
            aggregate(each);
        }
        for (ExecutableElement each : ElementFilter.methodsIn(round.getElementsAnnotatedWith(Trigger.class))) {
            trigger(each);
        }
        for (ExecutableElement each : ElementFilter.methodsIn(round.getElementsAnnotatedWith(Listener.class))) {
            listener(each);
        }
        if (round.processingOver() && !classes.isEmpty()) {
            write();
        }
        return false;
    }

    private void write() {
        try (Writer file = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", ExtensionFormat.DESCRIPTOR)
                .openWriter()) {
            for (String each : classes) {
                file.write(each);
                file.write('\n');
            }
        } catch (IOException failure) {
            processingEnv
                    .getMessager()
                    .printMessage(
                            Diagnostic.Kind.ERROR,
                            ExtensionFormat.DESCRIPTOR + " cannot be written: " + failure.getMessage());
        }
    }

    private void wrong(Element where, String what) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, what, where);
    }

    private void scalar(ExecutableElement method) {
        method(method, method.getAnnotation(ScalarFunction.class).name());
        List<? extends VariableElement> parameters = arguments(method);
        if (method.getReturnType().getKind() != TypeKind.VOID) {
            parameters.forEach(this::parameter);
            return;
        }
        int count = parameters.size();
        boolean isOfColumns = count >= 2
                && parameters.get(count - 1).asType().getKind() == TypeKind.INT
                && parameters.subList(0, count - 1).stream().allMatch(each -> isColumn(each.asType()));
        if (!isOfColumns) {
            wrong(
                    method,
                    "a function that returns nothing takes an array (long[], double[], boolean[] or String[]) for each"
                            + " argument, one for results, and the number of rows as an int");
        }
    }

    private static boolean isColumn(TypeMirror type) {
        return type instanceof ArrayType array
                && COLUMNS.contains(array.getComponentType().toString());
    }

    private void procedure(ExecutableElement method) {
        TableProcedure procedure = method.getAnnotation(TableProcedure.class);
        method(method, procedure.name());
        boolean runsStatements = takes(method, StatementContext.class);
        List<? extends VariableElement> parameters = method.getParameters();
        (runsStatements ? parameters.subList(1, parameters.size()) : arguments(method)).forEach(this::parameter);
        if (procedure.writes() && !runsStatements) {
            wrong(method, "a procedure that writes takes a StatementContext first, whose statements do that");
        }
        boolean isOfRecords = method.getReturnType() instanceof DeclaredType many
                && many.getTypeArguments().size() == 1
                && many.getTypeArguments().getFirst() instanceof DeclaredType row
                && row.asElement().getKind() == ElementKind.RECORD;
        boolean isOfNothing = procedure.writes() && method.getReturnType().getKind() == TypeKind.VOID;
        if (!isOfRecords && !isOfNothing) {
            wrong(
                    method,
                    "a procedure returns a Stream or an Iterable of a record, whose components are the columns; nothing"
                            + " only if it writes");
        }
    }

    private void trigger(ExecutableElement method) {
        method(method, method.getAnnotation(Trigger.class).name());
        if (!isToldOf(method, Changes.class, TriggerContext.class)) {
            wrong(
                    method,
                    "a trigger returns nothing and takes Changes, and before them a TriggerContext if it wants one");
        }
    }

    private void listener(ExecutableElement method) {
        method(method, method.getAnnotation(Listener.class).name());
        if (!isToldOf(method, DatabaseEvent.class, ListenerContext.class)) {
            wrong(
                    method,
                    "a listener returns nothing and takes a DatabaseEvent, and before it a ListenerContext if it wants"
                            + " one");
        }
    }

    /** Whether a method returns nothing, and takes what it is told of, perhaps after a context. */
    private static boolean isToldOf(ExecutableElement method, Class<?> told, Class<?> context) {
        List<String> takes = method.getParameters().stream()
                .map(each -> each.asType().toString())
                .toList();
        boolean isTaken =
                takes.equals(List.of(told.getName())) || takes.equals(List.of(context.getName(), told.getName()));
        return method.getReturnType().getKind() == TypeKind.VOID && isTaken;
    }

    private void aggregate(TypeElement type) {
        name(type, type.getAnnotation(AggregateFunction.class).name());
        classes.add(processingEnv.getElementUtils().getBinaryName(type).toString());
        TypeMirror contract = processingEnv
                .getTypeUtils()
                .erasure(processingEnv
                        .getElementUtils()
                        .getTypeElement(Aggregate.class.getName())
                        .asType());
        if (!processingEnv.getTypeUtils().isAssignable(type.asType(), contract)) {
            wrong(type, "an aggregate's class implements Aggregate");
        }
        if (!type.getModifiers().contains(Modifier.PUBLIC)) {
            wrong(type, "an aggregate's class is public");
        }
        List<ExecutableElement> adding = ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                .filter(each -> each.getSimpleName().contentEquals("add"))
                .filter(each -> each.getModifiers().contains(Modifier.PUBLIC))
                .toList();
        if (adding.size() != 1 || adding.getFirst().getParameters().isEmpty()) {
            wrong(type, "an aggregate has one public void add, with the arguments of the call");
        } else {
            adding.getFirst().getParameters().forEach(this::parameter);
        }
    }

    private void method(ExecutableElement method, String name) {
        name(method, name);
        if (!(method.getEnclosingElement() instanceof TypeElement type)) {
            return;
        }
        classes.add(processingEnv.getElementUtils().getBinaryName(type).toString());
        Set<Modifier> modifiers = method.getModifiers();
        if (!modifiers.contains(Modifier.STATIC) || !modifiers.contains(Modifier.PUBLIC)) {
            wrong(method, "the method has to be public and static");
        }
        if (!type.getModifiers().contains(Modifier.PUBLIC)) {
            wrong(type, "the class has to be public");
        }
    }

    private void name(Element where, String name) {
        if (!ExtensionFormat.isName(name)) {
            wrong(where, "a name has a namespace, letters, digits and _, such as text.shout: name=" + name);
        }
    }

    /** The parameters without the context. */
    private static List<? extends VariableElement> arguments(ExecutableElement method) {
        List<? extends VariableElement> all = method.getParameters();
        return takes(method, CallContext.class) ? all.subList(1, all.size()) : all;
    }

    private static boolean takes(ExecutableElement method, Class<?> context) {
        List<? extends VariableElement> all = method.getParameters();
        return !all.isEmpty() && all.getFirst().asType().toString().equals(context.getName());
    }

    private void parameter(VariableElement parameter) {
        TypeMirror type = processingEnv.getTypeUtils().erasure(parameter.asType());
        // Annotations on the type are part of its text.
        String name = type instanceof DeclaredType declared
                ? ((TypeElement) declared.asElement()).getQualifiedName().toString()
                : type.getKind().isPrimitive() ? type.getKind().name().toLowerCase(Locale.ROOT) : type.toString();
        if (name.equals(StatementContext.class.getName())) {
            wrong(parameter, "only a procedure runs statements, and takes a StatementContext first");
        } else if (!PARAMETERS.contains(name)) {
            wrong(parameter, "no value of Cypher is given as " + name + "; docs/EXTENSIONS.md lists the classes");
        }
    }
}
