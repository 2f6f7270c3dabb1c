package org.thetisdb.history;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.Procedure.Rows;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;

/**
 * The procedures that read the past. They see all retained revisions, whichever the query itself reads.
 *
 * <pre>
 *   history.revisions([from], [to])   a row for each commit
 *   history.versions(entity)          a row for each version of a node or relationship
 *   history.values(node, key)         a row for each value that a property of a node had
 *   history.diff(from, to)            a row for each difference: what an entity was and is, by property
 * </pre>
 *
 * <p>An entity is a node, a relationship, or its elementId, which outlives it. Thread safe.
 */
public final class HistoryProcedures implements ProcedureProvider {
    private static final String CREATED = "created";
    private static final String DELETED = "deleted";
    private static final String LABELS_CHANGED = "labels";
    private static final String PROPERTY_CHANGED = "property";

    /** The place of the properties among what {@code history.versions} gives. */
    private static final int PROPERTIES_COLUMN = 4;

    private final History history;

    public HistoryProcedures(History history) {
        this.history = history;
    }

    @Override
    public List<Procedure> procedures() {
        return List.of(
                new Procedure(
                        ProcedureSignature.parse(
                                "history.revisions([from INTEGER], [to INTEGER])"
                                        + " :: (revision INTEGER, time ZONED_DATETIME, message STRING)",
                                "Lists the commits, oldest first"),
                        (context, arguments, rows) -> revisions(arguments, rows)),
                new Procedure(
                        ProcedureSignature.parse(
                                "history.versions(entity ANY) :: (revision INTEGER, time ZONED_DATETIME,"
                                        + " exists BOOLEAN, labels LIST<STRING>, properties MAP)",
                                "Lists what a node or relationship was, with the revision since which, oldest first"),
                        (context, arguments, rows) -> versions(arguments[0], context.takes(PROPERTIES_COLUMN), rows)),
                new Procedure(
                        ProcedureSignature.parse(
                                "history.values(node ANY, propertyKey STRING)"
                                        + " :: (revision INTEGER, time ZONED_DATETIME, value ANY)",
                                "Lists the values of a node's property, with the revision since which, oldest first"),
                        (context, arguments, rows) -> values(arguments, rows)),
                new Procedure(
                        ProcedureSignature.parse(
                                "history.diff(from INTEGER, to INTEGER) :: (kind STRING, elementId STRING,"
                                        + " labels LIST<STRING>, change STRING, key STRING, before ANY, after ANY)",
                                "Lists how the graph of one revision differs from that of another"),
                        (context, arguments, rows) -> diff(arguments, rows)));
    }

    private void revisions(Object[] arguments, Rows rows) {
        long from = arguments[0] == null ? 0 : (Long) arguments[0];
        long to = arguments[1] == null ? Long.MAX_VALUE : (Long) arguments[1];
        for (Revision revision : history.revisions(from, to)) {
            if (!rows.add(
                    revision.number(),
                    time(revision.timeMillis()),
                    revision.message().orElse(null))) {
                return;
            }
        }
    }

    private void versions(@Nullable Object entity, boolean withProperties, Rows rows) {
        if (entity == null) {
            return;
        }
        for (History.Version version : versions(entity, withProperties)) {
            if (!rows.add(
                    version.revision(),
                    time(version.timeMillis()),
                    version.exists(),
                    version.exists() ? version.labels() : null,
                    version.exists() ? version.properties() : null)) {
                return;
            }
        }
    }

    private List<History.Version> versions(Object entity, boolean withProperties) {
        if (entity instanceof RelationshipReference relationship) {
            return history.relationshipVersions(relationship.id(), withProperties);
        }
        if (entity instanceof String elementId) {
            OptionalLong relationship = ElementIds.relationship(elementId);
            if (relationship.isPresent()) {
                return history.relationshipVersions(relationship.getAsLong(), withProperties);
            }
        }
        return history.nodeVersions(node(entity, "history needs a node, a relationship"), withProperties);
    }

    private void values(Object[] arguments, Rows rows) {
        if (arguments[0] == null || arguments[1] == null) {
            return;
        }
        for (History.ValueVersion version :
                history.nodeValues(node(arguments[0], "history.values needs a node"), (String) arguments[1])) {
            if (!rows.add(version.revision(), time(version.timeMillis()), version.value())) {
                return;
            }
        }
    }

    private static long node(Object entity, String needed) {
        if (entity instanceof NodeReference node) {
            return node.id();
        }
        OptionalLong id = entity instanceof String elementId ? ElementIds.node(elementId) : OptionalLong.empty();
        return id.orElseThrow(() -> new ThetisException(
                ErrorCode.INVALID_ARGUMENT, needed + ", or what elementId() gave for one: value=" + shown(entity)));
    }

    private static String shown(Object entity) {
        return entity instanceof RelationshipReference relationship
                ? "relationship '" + ElementIds.ofRelationship(relationship.id()) + "'"
                : DisplayText.of(entity);
    }

    private void diff(Object[] arguments, Rows rows) {
        if (arguments[0] == null || arguments[1] == null) {
            return;
        }
        history.changes((Long) arguments[0], (Long) arguments[1], change -> add(change, rows));
    }

    private static boolean add(History.Change change, Rows rows) {
        History.Version before = change.before();
        History.Version after = change.after();
        String kind = change.relationship() ? "relationship" : "node";
        String id = change.relationship() ? ElementIds.ofRelationship(change.id()) : ElementIds.ofNode(change.id());
        if (!before.exists()) {
            return !after.exists() || rows.add(kind, id, after.labels(), CREATED, null, null, after.properties());
        }
        if (!after.exists()) {
            return rows.add(kind, id, before.labels(), DELETED, null, before.properties(), null);
        }
        if (!before.labels().equals(after.labels())
                && !rows.add(kind, id, after.labels(), LABELS_CHANGED, null, before.labels(), after.labels())) {
            return false;
        }
        TreeSet<String> keys = new TreeSet<>(before.properties().keySet());
        keys.addAll(after.properties().keySet());
        for (String key : keys) {
            Object was = value(before, key);
            Object is = value(after, key);
            if (!Objects.equals(was, is) && !rows.add(kind, id, after.labels(), PROPERTY_CHANGED, key, was, is)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object value(History.Version version, String key) {
        Map<String, Object> properties = version.properties();
        return properties.get(key);
    }

    private static ZonedDateTime time(long timeMillis) {
        return Instant.ofEpochMilli(timeMillis).atZone(ZoneOffset.UTC);
    }
}
