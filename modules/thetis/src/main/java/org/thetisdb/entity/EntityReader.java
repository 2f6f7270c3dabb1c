package org.thetisdb.entity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.spill.StoredPieces;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Turns references to nodes, relationships and paths into the objects that an entity maker makes of them. One thread
 * at a time; must be closed.
 */
public final class EntityReader implements AutoCloseable {
    /** Of a shorter list what its elements hold is not counted. */
    private static final int COUNTED_ELEMENTS_MIN = 256;

    /** Fewer nodes or relationships are read one by one. */
    private static final int TOGETHER_MIN = 4;

    private static final int[] NO_KEYS = {};

    /** About what a node or relationship takes besides its properties, and each of these besides its value. */
    private static final int ENTITY_BYTES = 150;

    private static final int PROPERTY_BYTES = 56;

    private final LabelLists labelLists;
    private final long listBytesMax;
    private final TemporarySpace space;
    private final EntityColumns one = new EntityColumns();
    private final EntityColumns ofPath = new EntityColumns();
    private GraphReader reader;
    private Snapshot snapshot;
    private EntityMaker maker;
    private long listBytes;
    private boolean counts;

    /** What a list's elements hold is more than may be on the heap. Never leaves this class. */
    private static final class ListOverflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        ListOverflow() {
            super("a list holds too much for the heap", null, false, false);
        }
    }

    EntityReader(LabelLists labelLists, Snapshot snapshot, EntityMaker maker, long listBytesMax, TemporarySpace space) {
        this.space = space;
        this.labelLists = labelLists;
        this.listBytesMax = listBytesMax;
        this.snapshot = snapshot;
        this.maker = maker;
        this.reader = snapshot.reader();
    }

    /** Reads as of another snapshot from now on, or as of the same one, which shows more now; for another maker. */
    void move(Snapshot other, EntityMaker otherMaker) {
        maker = otherMaker;
        if (!reader.move(other)) {
            reader.close();
            reader = other.reader();
        }
        snapshot = other;
    }

    /** The base of what it reads. */
    Object base() {
        return snapshot.base();
    }

    /** Releases pages; between batches. */
    public void refresh() {
        reader.refresh();
    }

    /**
     * The value with every reference in it, however deep, replaced. Lists without any stay the same objects. A long
     * list whose elements hold more than the heap should is put on disk with all that they hold, and makes them when it
     * is read.
     *
     * @throws ThetisException {@link ErrorCode#MEMORY_EXHAUSTED} if one element of a long list would hold more than is
     *     allowed; {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public @Nullable Object resolve(@Nullable Object given) {
        return switch (given) {
            case NodeReference node -> node(node.id());
            case RelationshipReference relationship ->
                relationship(relationship.id(), relationship.startNode(), relationship.endNode());
            case PathReference path -> path(path);
            case TypedList list when !refers(list.kind()) -> list;
            case StoredList list when !list.refers() -> list;
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case null -> null;
            default -> given;
        };
    }

    private static boolean refers(VectorKind kind) {
        return kind == VectorKind.NODE || kind == VectorKind.RELATIONSHIP;
    }

    /** What the node's id stands for. */
    public Object node(long id) {
        int labelSet = reader.labelSet(id);
        if (labelSet == GraphReader.NO_NODE) {
            // Deleted by the statement that returns it.
            return maker.node(id, List.of(), Map.of());
        }
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        reader.nodeProperties(id, (key, held) -> {
            names.add(snapshot.catalog().propertyKeyName(key));
            values.add(held);
        });
        Map<String, Object> properties = PropertyMap.of(names.toArray(new String[0]), values.toArray());
        count(properties);
        return maker.node(id, labelLists.of(snapshot.catalog(), labelSet), properties);
    }

    /** What a relationship's id stands for. */
    public Object relationship(long id, long startNode, long endNode) {
        one.begin(new long[] {id}, 1);
        readRelationships(one, Long.MAX_VALUE);
        return relationship(one, id, startNode, endNode);
    }

    /**
     * Reads what some nodes hold.
     *
     * @param bytesMax what they may take together, about
     * @throws VectorFullException if they take more
     */
    void readNodes(EntityColumns held, long bytesMax) {
        reader.labelSets(held.ids(), null, held.count(), held.labelSets());
        int[] keys = held.count() == 0 ? NO_KEYS : reader.nodePropertyKeys(held.ids(), held.count());
        held.read(keys, snapshot.catalog()::propertyKeyName, bytesMax, (key, into) -> {
            reader.readTogether(keys);
            reader.nodeProperty(key, held.ids(), null, held.count(), into);
        });
    }

    /** One of the nodes that were read. */
    Object node(EntityColumns held, long id) {
        int place = held.place(id);
        Object made = held.made()[place];
        if (made == null) {
            int labelSet = held.labelSets()[place];
            Map<String, Object> properties = labelSet == GraphReader.NO_NODE ? Map.of() : held.properties(place);
            count(properties);
            made = maker.node(id, labelLists.of(snapshot.catalog(), labelSet), properties);
            held.made()[place] = made;
        }
        return made;
    }

    /** As {@link #readNodes}, of relationships. */
    void readRelationships(EntityColumns held, long bytesMax) {
        for (int place = 0; place < held.count(); place++) {
            held.labelSets()[place] = reader.relationshipExists(held.ids()[place]) ? 0 : GraphReader.NO_NODE;
        }
        int[] keys = held.count() == 0 ? NO_KEYS : reader.relationshipPropertyKeys(held.ids(), held.count());
        held.read(keys, snapshot.catalog()::propertyKeyName, bytesMax, (key, into) -> {
            reader.readTogether(keys);
            reader.relationshipProperty(key, held.ids(), null, held.count(), into);
        });
    }

    /** One of the relationships that were read. */
    Object relationship(EntityColumns held, long id, long startNode, long endNode) {
        int place = held.place(id);
        Object made = held.made()[place];
        if (made == null) {
            boolean isDeleted = held.labelSets()[place] == GraphReader.NO_NODE;
            Map<String, Object> properties = isDeleted ? Map.of() : held.properties(place);
            count(properties);
            String type = snapshot.catalog().typeName(RelationshipIdLayout.type(id));
            made = maker.relationship(id, startNode, endNode, type, properties);
            held.made()[place] = made;
        }
        return made;
    }

    /** A path whose nodes and relationships have been read. */
    Object path(EntityColumns ofNodes, EntityColumns ofRelationships, PathReference path) {
        List<Object> nodes = new ArrayList<>(path.nodes().size());
        for (NodeReference node : path.nodes()) {
            nodes.add(node(ofNodes, node.id()));
        }
        List<Object> relationships = new ArrayList<>(path.length());
        for (RelationshipReference each : path.relationships()) {
            relationships.add(relationship(ofRelationships, each.id(), each.startNode(), each.endNode()));
        }
        return maker.path(nodes, relationships);
    }

    private Object path(PathReference path) {
        long[] nodes = path.nodes().stream().mapToLong(NodeReference::id).toArray();
        ofPath.begin(nodes, nodes.length);
        readNodes(ofPath, Long.MAX_VALUE);
        long[] relationships = path.relationships().stream()
                .mapToLong(RelationshipReference::id)
                .toArray();
        one.begin(relationships, relationships.length);
        readRelationships(one, Long.MAX_VALUE);
        return path(ofPath, one, path);
    }

    /** A long list refers to what it has by ids; what these hold may be a hundred times as much. */
    private List<?> list(List<?> list) {
        if (counts || list.size() < COUNTED_ELEMENTS_MIN) {
            return elements(list);
        }
        if (list instanceof StoredList) {
            return stored(list);
        }
        counts = true;
        listBytes = 0;
        try {
            return elements(list);
        } catch (ListOverflow tooLong) {
            counts = false;
            return stored(list);
        } finally {
            counts = false;
        }
    }

    /** The elements as forms on disk, piece by piece. */
    private List<?> stored(List<?> list) {
        EntityMaker wanted = maker;
        StoredPieces pieces = new StoredPieces(new ListFile(space.newLastingFile()));
        List<@Nullable Object> forms = new ArrayList<>();
        long formBytes = 0;
        maker = new EntityForms();
        counts = true;
        try {
            for (Object element : list) {
                listBytes = 0;
                forms.add(resolve(element));
                formBytes += listBytes + ENTITY_BYTES;
                if (formBytes >= StoredPieces.PIECE_BYTES_MAX) {
                    pieces.addValues(forms, formBytes);
                    forms.clear();
                    formBytes = 0;
                    reader.refresh();
                }
            }
            pieces.addValues(forms, formBytes);
        } catch (ListOverflow elementTooLong) {
            throw tooLarge();
        } finally {
            maker = wanted;
            counts = false;
        }
        StoredList all = StoredList.of(pieces.copy(), List.of());
        return wanted instanceof EntityForms ? all : new MadeList(all, wanted);
    }

    private ThetisException tooLarge() {
        return new ThetisException(
                ErrorCode.MEMORY_EXHAUSTED,
                "a list of nodes or relationships is too large with all that they hold: limitBytes=" + listBytesMax
                        + "; return a row for each of them, or only those of their properties that are needed, or"
                        + " start with a larger --memory or -Xmx");
    }

    private void count(Map<String, Object> properties) {
        if (!counts) {
            return;
        }
        listBytes += ENTITY_BYTES + (long) PROPERTY_BYTES * properties.size();
        properties.forEach((key, held) -> listBytes += HeapSize.of(held));
        if (listBytes > listBytesMax) {
            throw new ListOverflow();
        }
    }

    /** The nodes or relationships of a list that has nothing else. */
    private List<?> entities(TypedList list) {
        List<@Nullable Object> entities = new ArrayList<>(list.size());
        Vector some = new Vector();
        EntityRows rows = new EntityRows(this, 1);
        for (int from = 0; from < list.size(); from += some.count()) {
            some.reset(list.kind(), 0);
            list.appendTo(some, from, Math.min(EntityRows.ROWS_MAX, list.size() - from));
            rows.begin(index -> some, some.count());
            for (int row = 0; row < some.count(); row++) {
                entities.add(rows.values(row)[0]);
            }
        }
        return Collections.unmodifiableList(entities);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private List<?> elements(List<?> list) {
        if (list instanceof TypedList typed && typed.size() >= TOGETHER_MIN) {
            return entities(typed);
        }
        List<Object> changed = null;
        int index = 0;
        for (Object element : list) {
            Object resolved = resolve(element);
            if (resolved != element && changed == null) {
                changed = new ArrayList<>(list);
            }
            if (changed != null) {
                changed.set(index, resolved);
            }
            index++;
        }
        return changed == null ? Collections.unmodifiableList(list) : Collections.unmodifiableList(changed);
    }

    private Map<?, ?> map(Map<?, ?> map) {
        Map<Object, Object> resolved = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, element) -> resolved.put(key, resolve(element)));
        return Collections.unmodifiableMap(resolved);
    }

    @Override
    public void close() {
        reader.close();
    }
}
