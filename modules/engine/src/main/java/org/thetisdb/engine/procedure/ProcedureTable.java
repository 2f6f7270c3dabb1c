package org.thetisdb.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.ProcedureSignature;

/** Procedures by name: those that read the schema and list what can be called, and further ones. Immutable. */
public final class ProcedureTable {
    private final TreeMap<String, Procedure> procedures = new TreeMap<>();

    /**
     * @param further procedures beside those that an engine has by itself
     * @param listed what SHOW PROCEDURES and SHOW FUNCTIONS list; asked when they run, so it may be incomplete now
     * @throws IllegalArgumentException if a name is there twice
     */
    public ProcedureTable(List<Procedure> further, CallableCatalog listed) {
        List<Procedure> all = new ArrayList<>(SchemaProcedures.all());
        all.add(ListingProcedures.procedures(listed));
        all.add(ListingProcedures.functions(listed));
        all.addAll(further);
        putAll(all);
    }

    private ProcedureTable() {}

    private void putAll(List<Procedure> more) {
        for (Procedure procedure : more) {
            String name = procedure.signature().name();
            if (procedures.put(name, procedure) != null) {
                throw new IllegalArgumentException("two procedures of one name: name=" + name);
            }
        }
    }

    /**
     * These and some more.
     *
     * @throws IllegalArgumentException if a name is there twice
     */
    public ProcedureTable with(List<Procedure> more) {
        ProcedureTable both = new ProcedureTable();
        both.procedures.putAll(procedures);
        both.putAll(more);
        return both;
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

    /** @param name case matters */
    public Optional<ProcedureSignature> find(String name) {
        return Optional.ofNullable(procedures.get(name)).map(Procedure::signature);
    }

    /** All, by name. */
    public List<ProcedureSignature> all() {
        return procedures.values().stream().map(Procedure::signature).toList();
    }
}
