package org.thetisdb.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.cypher.bound.ProcedureCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;

/** All procedures of an engine by name: those that read the schema, and those that a provider adds. Immutable. */
public final class ProcedureTable implements ProcedureCatalog {
    private final TreeMap<String, Procedure> procedures = new TreeMap<>();

    /** @throws IllegalArgumentException if a name is there twice */
    public ProcedureTable(ProcedureProvider provider) {
        List<Procedure> all = new ArrayList<>(SchemaProcedures.all());
        all.add(ListingProcedures.procedures(this));
        all.add(ListingProcedures.functions());
        all.addAll(provider.procedures());
        for (Procedure procedure : all) {
            String name = procedure.signature().name();
            if (procedures.put(name, procedure) != null) {
                throw new IllegalArgumentException("two procedures of one name: name=" + name);
            }
        }
    }

    /**
     * The procedure of a name that {@link #find} knows.
     *
     * @throws IllegalArgumentException if it does not
     */
    public Procedure get(String name) {
        Procedure procedure = procedures.get(name);
        if (procedure == null) {
            throw new IllegalArgumentException("no such procedure: name=" + name);
        }
        return procedure;
    }

    @Override
    public Optional<ProcedureSignature> find(String name) {
        return Optional.ofNullable(procedures.get(name)).map(Procedure::signature);
    }

    @Override
    public List<ProcedureSignature> all() {
        return procedures.values().stream().map(Procedure::signature).toList();
    }
}
