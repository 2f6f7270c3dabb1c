package org.thetisdb.copy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.engine.semantics.EntityMaker;

/** Nodes, relationships and paths as the maps that represent them in JSON lines. Stateless. */
final class EntityMaps implements EntityMaker {
    static final EntityMaps INSTANCE = new EntityMaps();

    private EntityMaps() {}

    @Override
    public Object node(long id, List<String> labels, Map<String, Object> properties) {
        Map<String, Object> map = LinkedHashMap.newLinkedHashMap(3);
        map.put("elementId", ElementIds.ofNode(id));
        map.put("labels", labels);
        map.put("properties", properties);
        return map;
    }

    @Override
    public Object relationship(long id, long startNode, long endNode, String type, Map<String, Object> properties) {
        Map<String, Object> map = LinkedHashMap.newLinkedHashMap(5);
        map.put("elementId", ElementIds.ofRelationship(id));
        map.put("startNodeElementId", ElementIds.ofNode(startNode));
        map.put("endNodeElementId", ElementIds.ofNode(endNode));
        map.put("type", type);
        map.put("properties", properties);
        return map;
    }

    @Override
    public Object path(List<Object> nodes, List<Object> relationships) {
        Map<String, Object> map = LinkedHashMap.newLinkedHashMap(2);
        map.put("nodes", nodes);
        map.put("relationships", relationships);
        return map;
    }
}
