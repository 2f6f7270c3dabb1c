package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.LabelTree;

/**
 * Gathers the remarks on a statement while it is bound. A name that is read counts once, however often it
 * occurs, and not at all if the statement makes something of that name.
 */
final class Remarks {
    /** Where each name is read first; one map for each kind of name. */
    private final List<Map<String, Integer>> read =
            List.of(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());

    private final List<Set<String>> written = List.of(new HashSet<>(), new HashSet<>(), new HashSet<>());
    private final List<Remark> others = new ArrayList<>();

    /** Whether properties are written whose keys come with the values. */
    private boolean anyKeyWritten;

    void read(NameKind kind, int offset, String name) {
        read.get(kind.ordinal()).putIfAbsent(name, offset);
    }

    void read(NameKind kind, LabelTree labels) {
        for (Identifier name : labels.names()) {
            read(kind, name.offset(), name.name());
        }
    }

    void write(NameKind kind, String name) {
        written.get(kind.ordinal()).add(name);
    }

    void writeLabels(List<String> labels) {
        for (String label : labels) {
            write(NameKind.LABEL, label);
        }
    }

    void writeKeys(Write.Properties properties) {
        for (Expression.Entry entry : properties.entries()) {
            write(NameKind.PROPERTY_KEY, entry.key());
        }
        if (properties.map().isPresent()) {
            writeKeysOf(properties.map().get());
        }
    }

    /** The keys of a map, or of a node or relationship, which has none that are new. */
    void writeKeysOf(Expression map) {
        if (map instanceof Expression.MapOf entries) {
            for (Expression.Entry entry : entries.entries()) {
                write(NameKind.PROPERTY_KEY, entry.key());
            }
        } else {
            CypherType.Kind kind = Types.of(map).kind();
            anyKeyWritten |= kind != CypherType.Kind.NODE && kind != CypherType.Kind.RELATIONSHIP;
        }
    }

    /** A key that is computed. */
    void writeKey(Expression key) {
        if (key instanceof Expression.Literal literal
                && literal.value().isPresent()
                && literal.value().get() instanceof String name) {
            write(NameKind.PROPERTY_KEY, name);
        } else {
            anyKeyWritten = true;
        }
    }

    void add(Remark remark) {
        others.add(remark);
    }

    /** All that was gathered, in the order of the text. */
    List<Remark> all() {
        List<Remark> all = new ArrayList<>(others);
        for (NameKind kind : NameKind.values()) {
            if (kind == NameKind.PROPERTY_KEY && anyKeyWritten) {
                continue;
            }
            for (Map.Entry<String, Integer> name : read.get(kind.ordinal()).entrySet()) {
                if (!written.get(kind.ordinal()).contains(name.getKey())) {
                    all.add(new Remark.NameRead(name.getValue(), kind, name.getKey()));
                }
            }
        }
        all.sort(Comparator.comparingInt(Remark::offset));
        return all;
    }
}
