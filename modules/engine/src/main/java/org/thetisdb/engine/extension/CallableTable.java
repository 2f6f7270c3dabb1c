package org.thetisdb.engine.extension;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.ExtensionAggregate;
import org.thetisdb.cypher.bound.ExtensionFunction;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.ProcedureTable;

/**
 * What queries can call at one moment: the engine's own procedures and what the extensions have. A query is bound and
 * planned by the same table; a change makes another one. Immutable and thread safe.
 */
public final class CallableTable implements CallableCatalog {
    private final List<Procedure> own;
    private final Map<String, Extension> extensions;
    private final ProcedureTable procedures;
    private final TriggerTable triggers;
    private final List<ListenerExtension> listeners;
    private final TreeMap<String, ExtensionFunction> functions = new TreeMap<>();
    private final TreeMap<String, ExtensionAggregate> aggregates = new TreeMap<>();

    /** Without extensions. */
    public CallableTable(List<Procedure> own) {
        this(List.copyOf(own), Map.of());
    }

    private CallableTable(List<Procedure> own, Map<String, Extension> extensions) {
        this.own = own;
        this.extensions = extensions;
        List<Procedure> builtIn = new ArrayList<>(own);
        builtIn.add(ListedExtensions.procedure(this));
        builtIn.add(ListedTriggers.procedure(this));
        builtIn.add(ListedListeners.procedure(this));
        ProcedureTable ofDatabase = new ProcedureTable(builtIn, this);
        Map<String, String> owners = new HashMap<>();
        ofDatabase.all().forEach(each -> owners.put(each.name(), "the database"));
        List<Procedure> further = new ArrayList<>();
        for (Extension extension : this.extensions.values()) {
            for (ScalarExtension each : extension.functions()) {
                claim(owners, each.signature(), extension);
                functions.put(each.signature().name(), each);
            }
            for (AggregateExtension each : extension.aggregates()) {
                claim(owners, each.signature(), extension);
                aggregates.put(each.signature().name(), each);
            }
            for (Procedure each : extension.procedures()) {
                claim(owners, each.signature().name(), extension);
                further.add(each);
            }
            for (TriggerExtension each : extension.triggers()) {
                claim(owners, each.name(), extension);
            }
            for (ListenerExtension each : extension.listeners()) {
                claim(owners, each.name(), extension);
            }
        }
        this.triggers = TriggerTable.of(List.copyOf(extensions.values()));
        this.listeners = extensions().stream()
                .flatMap(each -> each.listeners().stream())
                .sorted(Comparator.comparing(ListenerExtension::name))
                .toList();
        this.procedures = ofDatabase.with(further);
    }

    private static void claim(Map<String, String> owners, FunctionCatalog.Function function, Extension extension) {
        if (FunctionCatalog.find(function.name()).isPresent()) {
            throw ExtensionErrors.invalid("Cypher has a function of that name: name=" + function.displayName()
                    + ", extension=" + extension.name() + "; choose another namespace");
        }
        claim(owners, function.name(), extension);
    }

    private static void claim(Map<String, String> owners, String name, Extension extension) {
        String owner = owners.put(name, extension.name());
        if (owner != null) {
            throw ExtensionErrors.invalid(
                    "there is something of that name: name=" + name + ", extension=" + extension.name() + ", other="
                            + owner + "; choose another name, or drop the other extension first");
        }
    }

    /**
     * With an extension, in the place of one of the same name if there is one.
     *
     * @throws org.thetisdb.value.ThetisException {@code EXTENSION_INVALID} if a name is taken
     */
    public CallableTable with(Extension extension) {
        Extension former = extensions.get(extension.name());
        if (former != null && extension.isOfProgram() != former.isOfProgram()) {
            throw ExtensionErrors.invalid("there is an extension of that name "
                    + (extension.isOfProgram() ? "in the database" : "of the program that has opened the database")
                    + ": name="
                    + extension.name() + "; choose another name, or drop that one first");
        }
        // The last one is told of those before it.
        Map<String, Extension> changed = new LinkedHashMap<>(extensions);
        changed.remove(extension.name());
        changed.put(extension.name(), extension);
        return new CallableTable(own, changed);
    }

    /** Without the extension of a name. */
    public CallableTable without(String extension) {
        Map<String, Extension> changed = new LinkedHashMap<>(extensions);
        changed.remove(extension);
        return new CallableTable(own, changed);
    }

    /** The extension of a name. */
    public Optional<Extension> extension(String name) {
        return Optional.ofNullable(extensions.get(name));
    }

    /** The extensions, by name. */
    public List<Extension> extensions() {
        return List.copyOf(new TreeMap<>(extensions).values());
    }

    /** What is called when the graph changes. */
    public TriggerTable triggers() {
        return triggers;
    }

    /** What is told what happens to the database, by name. */
    public List<ListenerExtension> listeners() {
        return listeners;
    }

    /**
     * The procedure of a signature that this table has given.
     *
     * @throws IllegalArgumentException if it has not
     */
    public Procedure get(ProcedureSignature signature) {
        return procedures.get(signature.name());
    }

    @Override
    public Optional<ProcedureSignature> procedure(String name) {
        return procedures.find(name);
    }

    @Override
    public List<ProcedureSignature> procedures() {
        return procedures.all();
    }

    @Override
    public Optional<ExtensionFunction> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    @Override
    public List<ExtensionFunction> functions() {
        return List.copyOf(functions.values());
    }

    @Override
    public Optional<ExtensionAggregate> aggregate(String name) {
        return Optional.ofNullable(aggregates.get(name));
    }

    @Override
    public List<ExtensionAggregate> aggregates() {
        return List.copyOf(aggregates.values());
    }
}
