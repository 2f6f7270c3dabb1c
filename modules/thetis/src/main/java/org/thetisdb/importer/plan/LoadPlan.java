package org.thetisdb.importer.plan;

import java.util.List;
import java.util.Map;
import org.thetisdb.importer.csv.CsvFormat;
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
}
