package org.thetisdb.engine.procedure;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.storage.Catalog;

/** What the catalog knows: names, indexes, constraints. Names stay known when nothing carries them any more. */
final class SchemaProcedures {
    private SchemaProcedures() {}

    static List<Procedure> all() {
        return List.of(
                names(
                        "db.labels() :: (label STRING)",
                        "Lists all labels",
                        Catalog::labelCount,
                        catalog -> catalog::labelName),
                names(
                        "db.relationshipTypes() :: (relationshipType STRING)",
                        "Lists all relationship types",
                        Catalog::typeCount,
                        catalog -> catalog::typeName),
                names(
                        "db.propertyKeys() :: (propertyKey STRING)",
                        "Lists all property keys",
                        Catalog::propertyKeyCount,
                        catalog -> catalog::propertyKeyName),
                indexes(),
                constraints());
    }

    private interface Names {
        IntFunction<String> of(Catalog catalog);
    }

    private static Procedure names(
            String signatureText, String description, ToIntFunction<Catalog> count, Names names) {
        ProcedureSignature signature = ProcedureSignature.parse(signatureText, description);
        return new Procedure(signature, (context, arguments, rows) -> {
            Catalog catalog = context.snapshot().catalog();
            int last = count.applyAsInt(catalog);
            for (int id = 0; id < last; id++) {
                if (!rows.add(names.of(catalog).apply(id))) {
                    return;
                }
            }
        });
    }

    private static Procedure indexes() {
        ProcedureSignature signature = ProcedureSignature.parse(
                "db.indexes() :: (name STRING, state STRING, type STRING, entityType STRING, "
                        + "labelsOrTypes LIST<STRING>, properties LIST<STRING>, unique BOOLEAN)",
                "Lists all indexes; also SHOW INDEXES");
        return new Procedure(signature, (context, arguments, rows) -> {
            Catalog catalog = context.snapshot().catalog();
            for (Catalog.IndexDescriptor index : catalog.indexes()) {
                boolean more = rows.add(
                        index.name(),
                        index.online() ? "ONLINE" : "POPULATING",
                        "RANGE",
                        "NODE",
                        List.of(catalog.labelName(index.labelId())),
                        keys(catalog, index.propertyKeyIds()),
                        index.unique());
                if (!more) {
                    return;
                }
            }
        });
    }

    private static Procedure constraints() {
        ProcedureSignature signature = ProcedureSignature.parse(
                "db.constraints() :: (name STRING, type STRING, entityType STRING, "
                        + "labelsOrTypes LIST<STRING>, properties LIST<STRING>)",
                "Lists all constraints; also SHOW CONSTRAINTS");
        return new Procedure(signature, (context, arguments, rows) -> {
            Catalog catalog = context.snapshot().catalog();
            for (Catalog.ConstraintDescriptor constraint : catalog.constraints()) {
                String entity = constraint.onRelationships() ? "RELATIONSHIP" : "NODE";
                String owner = constraint.onRelationships()
                        ? catalog.typeName(constraint.labelOrTypeId())
                        : catalog.labelName(constraint.labelOrTypeId());
                String type = entity + "_"
                        + switch (constraint.kind()) {
                            case UNIQUE -> "PROPERTY_UNIQUENESS";
                            case EXISTS -> "PROPERTY_EXISTENCE";
                            case KEY -> "KEY";
                        };
                List<String> keys = keys(catalog, constraint.propertyKeyIds());
                if (!rows.add(constraint.name(), type, entity, List.of(owner), keys)) {
                    return;
                }
            }
        });
    }

    private static List<String> keys(Catalog catalog, List<Integer> ids) {
        return ids.stream().map(catalog::propertyKeyName).toList();
    }
}
