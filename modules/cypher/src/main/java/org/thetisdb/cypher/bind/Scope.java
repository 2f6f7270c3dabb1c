package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Variable;

/**
 * The names that are visible at one place of a query: its own columns, and what a subquery sees of the outer query.
 * Outer variables that are read are noted as imports along the way.
 */
final class Scope {
    private final Optional<Scope> outer;
    private final Optional<Set<String>> visibleOuter;
    private final Set<Variable> imports = new LinkedHashSet<>();
    private final Set<Variable> found = new LinkedHashSet<>();
    private final Set<String> dropped = new LinkedHashSet<>();
    private Map<String, Variable> names = new LinkedHashMap<>();

    private Scope(Optional<Scope> outer, Optional<Set<String>> visibleOuter) {
        this.outer = outer;
        this.visibleOuter = visibleOuter;
    }

    /** That of a whole statement. */
    static Scope root() {
        return new Scope(Optional.empty(), Optional.empty());
    }

    /** A subquery that sees every name of this scope. */
    Scope child() {
        return new Scope(Optional.of(this), Optional.empty());
    }

    /** A subquery that sees only some names of this scope. */
    Scope child(Set<String> visible) {
        return new Scope(Optional.of(this), Optional.of(visible));
    }

    /** The variable of a name; reading an outer one makes it an import. */
    Optional<Variable> find(String name) {
        Variable own = names.get(name);
        if (own != null) {
            found.add(own);
            return Optional.of(own);
        }
        Optional<Variable> imported = findOuter(name);
        if (imported.isPresent()) {
            imports.add(imported.get());
        }
        return imported;
    }

    private Optional<Variable> findOuter(String name) {
        if (outer.isEmpty() || visibleOuter.isPresent() && !visibleOuter.get().contains(name)) {
            return Optional.empty();
        }
        return outer.get().find(name);
    }

    /** Whether a name is that of a variable, without reading it. */
    boolean contains(String name) {
        return names.containsKey(name) || isOuter(name);
    }

    /** The columns that {@link #find} has returned since the last call. */
    Set<Variable> takeFound() {
        Set<Variable> taken = new LinkedHashSet<>(found);
        found.clear();
        return taken;
    }

    boolean isRoot() {
        return outer.isEmpty();
    }

    boolean isOuter(String name) {
        return outer.isPresent()
                && (visibleOuter.isEmpty() || visibleOuter.get().contains(name))
                && outer.get().contains(name);
    }

    void declare(Variable variable) {
        names.put(variable.name(), variable);
    }

    void declare(String name, Variable variable) {
        names.put(name, variable);
    }

    /** The importing WITH of {@code CALL { WITH x … }}: an outer variable becomes a column like any other. */
    void adopt(String name, Variable variable) {
        imports.add(variable);
        names.put(name, variable);
    }

    /** Whether it is none of the outer query's. */
    boolean isOwn(Variable variable) {
        return !imports.contains(variable);
    }

    /** The columns by name. */
    Map<String, Variable> names() {
        return names;
    }

    void replaceNames(Map<String, Variable> replacement) {
        names = replacement;
    }

    /** As {@link #replaceNames}, at the end of a WITH: what it leaves out is remembered for errors. */
    void narrow(Map<String, Variable> replacement) {
        dropped.addAll(names.keySet());
        names = replacement;
    }

    /** Whether there was a column of this name that a WITH did not pass on; only used for errors. */
    boolean isDropped(String name) {
        return dropped.contains(name) && !names.containsKey(name);
    }

    List<Variable> imports() {
        return List.copyOf(imports);
    }

    /** For "did you mean". */
    List<String> allNames() {
        List<String> all = new ArrayList<>(names.keySet());
        if (outer.isPresent()) {
            for (String name : outer.get().allNames()) {
                if (isOuter(name)) {
                    all.add(name);
                }
            }
        }
        return all;
    }
}
