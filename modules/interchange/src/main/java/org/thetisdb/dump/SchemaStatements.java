package org.thetisdb.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.IndexDescriptor;

/** Indexes and constraints as the statements that make them. Stateless. */
final class SchemaStatements {
    private SchemaStatements() {}

    /** All of them, without semicolons; an index that serves a constraint comes with that. */
    static List<String> all(Catalog catalog) {
        List<String> statements = new ArrayList<>();
        for (IndexDescriptor index : catalog.indexes()) {
            if (!servesConstraint(catalog, index)) {
                statements.add(index(catalog, index));
            }
        }
        catalog.constraints().forEach(constraint -> statements.add(constraint(catalog, constraint)));
        return statements;
    }

    private static boolean servesConstraint(Catalog catalog, IndexDescriptor index) {
        return catalog.constraints().stream().anyMatch(each -> each.name().equals(index.name()));
    }

    private static String index(Catalog catalog, IndexDescriptor index) {
        return "CREATE INDEX " + QueryText.name(index.name()) + " IF NOT EXISTS FOR (n:"
                + QueryText.name(catalog.labelName(index.labelId())) + ") ON "
                + keys(catalog, "n", index.propertyKeyIds());
    }

    private static String constraint(Catalog catalog, ConstraintDescriptor constraint) {
        String of = constraint.onRelationships()
                ? "()-[n:" + QueryText.name(catalog.typeName(constraint.labelOrTypeId())) + "]-()"
                : "(n:" + QueryText.name(catalog.labelName(constraint.labelOrTypeId())) + ")";
        String what = switch (constraint.kind()) {
            case UNIQUE -> " IS UNIQUE";
            case EXISTS -> " IS NOT NULL";
            case KEY -> constraint.onRelationships() ? " IS RELATIONSHIP KEY" : " IS NODE KEY";
        };
        return "CREATE CONSTRAINT " + QueryText.name(constraint.name()) + " IF NOT EXISTS FOR " + of + " REQUIRE "
                + keys(catalog, "n", constraint.propertyKeyIds()) + what;
    }

    private static String keys(Catalog catalog, String variable, List<Integer> keys) {
        return keys.stream()
                .map(key -> variable + "." + QueryText.name(catalog.propertyKeyName(key)))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
