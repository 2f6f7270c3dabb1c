package org.thetisdb.importer.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.ids.IdType;

/**
 * Everything that one import reads.
 *
 * @param idTypes each id space by name
 * @param notes sentences for the user, such as which columns are left out
 */
public record LoadPlan(
        CsvFormat format,
        List<NodeTable> nodes,
        List<RelationshipTable> relationships,
        List<IndexRequest> indexes,
        Map<String, IdType> idTypes,
        List<String> notes) {
    public LoadPlan {
        nodes = List.copyOf(nodes);
        relationships = List.copyOf(relationships);
        indexes = List.copyOf(indexes);
        idTypes = Map.copyOf(idTypes);
        notes = List.copyOf(notes);
    }

    /** All tables: those of nodes, then those of relationships. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        nodes.forEach(each -> tables.add(each.table()));
        relationships.forEach(each -> tables.add(each.table()));
        return tables;
    }

    /**
     * The same plan with types for untyped fields.
     *
     * @param types for each of {@link #tables}, by field
     */
    public LoadPlan withTypes(List<Map<Integer, ValueType>> types) {
        List<NodeTable> typedNodes = new ArrayList<>();
        List<RelationshipTable> typedRelationships = new ArrayList<>();
        for (NodeTable table : nodes) {
            typedNodes.add(table.withTypes(types.get(typedNodes.size())));
        }
        for (RelationshipTable table : relationships) {
            typedRelationships.add(table.withTypes(types.get(nodes.size() + typedRelationships.size())));
        }
        return new LoadPlan(format, typedNodes, typedRelationships, indexes, idTypes, notes);
    }
}
