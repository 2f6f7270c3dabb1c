package org.thetisdb.trigger;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.extension.Change;
import org.thetisdb.storage.ChangedGraph.Ends;
import org.thetisdb.storage.EntityImage;

/**
 * A change, as extensions see it. Immutable.
 *
 * @param ends of a relationship; empty for a node
 * @param was empty if it is new
 * @param now empty if it is gone
 */
record GraphChange(long id, Optional<Ends> ends, Optional<EntityImage> was, Optional<EntityImage> now)
        implements Change {
    @Override
    public Kind kind() {
        return was.isEmpty() ? Kind.CREATED : now.isEmpty() ? Kind.DELETED : Kind.CHANGED;
    }

    @Override
    public boolean isNode() {
        return ends.isEmpty();
    }

    @Override
    public String elementId() {
        return isNode() ? ElementIds.ofNode(id) : ElementIds.ofRelationship(id);
    }

    @Override
    public List<String> labelsBefore() {
        return names(was, now);
    }

    @Override
    public List<String> labels() {
        return names(now, was);
    }

    /** @param other has the same type, if it is a relationship */
    private List<String> names(Optional<EntityImage> wanted, Optional<EntityImage> other) {
        return (isNode() ? wanted : wanted.or(() -> other))
                .map(EntityImage::labels)
                .orElse(List.of());
    }

    @Override
    public Map<String, Object> before() {
        return properties(was);
    }

    @Override
    public Map<String, Object> after() {
        return properties(now);
    }

    private static Map<String, Object> properties(Optional<EntityImage> image) {
        return image.<Map<String, Object>>map(EntityImage::properties).orElse(Map.of());
    }

    @Override
    public String startElementId() {
        return ElementIds.ofNode(endsOfRelationship().start());
    }

    @Override
    public String endElementId() {
        return ElementIds.ofNode(endsOfRelationship().end());
    }

    private Ends endsOfRelationship() {
        return ends.orElseThrow(() -> new IllegalStateException("a node has neither start nor end: " + elementId()));
    }
}
