package org.thetisdb;

import java.util.List;
import java.util.Map;
import org.thetisdb.engine.extension.HostTypes;
import org.thetisdb.engine.semantics.EntityMaker;

/** Nodes, relationships and paths as records hold them. Stateless. */
final class Entities implements EntityMaker {
    static final Entities INSTANCE = new Entities();

    /** How they look to extensions. */
    static final HostTypes HOST =
            new HostTypes(Node.class, Relationship.class, Path.class, INSTANCE, Parameters::returned);

    private Entities() {}

    @Override
    public Object node(long id, List<String> labels, Map<String, Object> properties) {
        return new Node(id, labels, properties);
    }

    @Override
    public Object relationship(long id, long startNode, long endNode, String type, Map<String, Object> properties) {
        return new Relationship(id, startNode, endNode, type, properties);
    }

    @Override
    public Object path(List<Object> nodes, List<Object> relationships) {
        return new Path(
                nodes.stream().map(Node.class::cast).toList(),
                relationships.stream().map(Relationship.class::cast).toList());
    }
}
