package org.thetisdb.engine.spill;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.LongRange;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.storage.spill.NarrowValues;
import org.thetisdb.storage.spill.VectorCodec;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.FlatList;
import org.thetisdb.value.vector.FlatListBuilder;
import org.thetisdb.value.vector.PackedList;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Boxed values as bytes: what properties hold by {@link VariantCodec}, and in and beside it what only queries have.
 *
 * <pre>
 *   NODE 1 | id 8
 *   RELATIONSHIP 1 | id 8 | start 8 | end 8
 *   PATH 1 | relationships 4 | nodes (narrow) | ids (narrow) | starts (narrow) | ends (narrow)
 *   RANGE 1 | first 8 | last 8 | step 8               a range of one number or none is a list like others
 *   NODES 1 | count 4 | ids (narrow)
 *   PACKED 1 | pieces 4 | for each: count 4 | vector
 *   STORED 1 | file 4 | kind 1 | pieces 4 | for each: offset 8, bytes 4, count 4 | the rest, as a value
 * </pre>
 *
 * <p>A list that is on disk already stays there: its bytes say where its pieces are. The files of such lists are kept
 * here, so what is to be read again is read by the object that has written it. Thread safe.
 */
public final class ValueBytes implements VariantCodec.Others {
    private static final byte NODE = 1;
    private static final byte RELATIONSHIP = 2;
    private static final byte PATH = 3;
    private static final byte RANGE = 4;
    private static final byte NODES = 5;
    private static final byte PACKED = 6;
    private static final byte STORED = 7;
    private static final byte[][] NO_OBJECTS = {};

    private final VectorCodec vectors = new VectorCodec(this::bytes, this::value);
    private final List<ListFile> files = new CopyOnWriteArrayList<>();
    private volatile boolean hasReferences;

    /** Encodes vectors of all kinds that queries have. */
    VectorCodec vectors() {
        return vectors;
    }

    /** A value as bytes, which {@link #value} understands. */
    public byte[] bytes(Object value) {
        return VariantCodec.encode(value, this);
    }

    /** What {@link #bytes} made bytes of. */
    public @Nullable Object value(byte[] bytes) {
        return VariantCodec.decode(bytes, this);
    }

    /** Whether one of the values encoded was, or held, a node, relationship or path. */
    boolean hasReferences() {
        return hasReferences;
    }

    /** Entries of a vector of this kind are encoded. */
    void noteKind(VectorKind kind) {
        if (kind == VectorKind.NODE || kind == VectorKind.RELATIONSHIP) {
            noteReferences();
        }
    }

    private void noteReferences() {
        if (!hasReferences) {
            hasReferences = true;
        }
    }

    /** Whether a value is, or holds, a node, relationship or path. */
    static boolean refers(@Nullable Object value) {
        return switch (value) {
            case NodeReference ignored -> true;
            case RelationshipReference ignored -> true;
            case PathReference ignored -> true;
            case StoredList list -> list.refers();
            case TypedList list -> list.kind() == VectorKind.NODE || list.kind() == VectorKind.RELATIONSHIP;
            case List<?> list -> list.stream().anyMatch(ValueBytes::refers);
            case Map<?, ?> map -> map.values().stream().anyMatch(ValueBytes::refers);
            case null -> false;
            default -> false;
        };
    }

    @Override
    public byte @Nullable [] encode(Object value) {
        if (value instanceof NodeReference
                || value instanceof RelationshipReference
                || value instanceof PathReference) {
            noteReferences();
        }
        return switch (value) {
            case NodeReference node ->
                ByteBuffer.allocate(9).put(NODE).putLong(node.id()).array();
            case RelationshipReference relationship ->
                ByteBuffer.allocate(25)
                        .put(RELATIONSHIP)
                        .putLong(relationship.id())
                        .putLong(relationship.startNode())
                        .putLong(relationship.endNode())
                        .array();
            case PathReference path -> path(path);
            case LongRange range when range.size() > 1 -> range(range);
            case NodeList nodes -> nodes(nodes);
            case PackedList list -> packed(list.kind(), list.pieces());
            case FlatList list -> packed(list.kind(), runs(list));
            case StoredList list -> stored(list);
            default -> null;
        };
    }

    private static byte[] path(PathReference path) {
        int length = path.length();
        ByteBuffer buffer = ByteBuffer.allocate(
                Math.toIntExact(5 + NarrowValues.bytesMax(length + 1) + 3 * NarrowValues.bytesMax(length)));
        buffer.put(PATH).putInt(length);
        List<RelationshipReference> relationships = path.relationships();
        put(buffer, path.nodes().stream().mapToLong(NodeReference::id).toArray());
        put(buffer, relationships.stream().mapToLong(RelationshipReference::id).toArray());
        put(
                buffer,
                relationships.stream()
                        .mapToLong(RelationshipReference::startNode)
                        .toArray());
        put(
                buffer,
                relationships.stream().mapToLong(RelationshipReference::endNode).toArray());
        return written(buffer);
    }

    private static void put(ByteBuffer buffer, long[] values) {
        NarrowValues.put(buffer, values, values.length);
    }

    private static long[] get(ByteBuffer buffer, int count) {
        long[] values = new long[count];
        NarrowValues.get(buffer, values, 0, count);
        return values;
    }

    private static byte[] written(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.get(0, bytes);
        return bytes;
    }

    private static byte[] range(LongRange range) {
        long first = (long) range.get(0);
        return ByteBuffer.allocate(25)
                .put(RANGE)
                .putLong(first)
                .putLong((long) range.get(range.size() - 1))
                .putLong((long) range.get(1) - first)
                .array();
    }

    private byte[] nodes(NodeList nodes) {
        noteReferences();
        long[] ids = new long[nodes.size()];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = nodes.id(index);
        }
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(5 + NarrowValues.bytesMax(ids.length)));
        buffer.put(NODES).putInt(ids.length);
        put(buffer, ids);
        return written(buffer);
    }

    private static List<Vector> runs(FlatList list) {
        List<Vector> runs = new ArrayList<>();
        list.runs().forEach(runs::add);
        return runs;
    }

    private byte[] packed(VectorKind kind, List<Vector> pieces) {
        noteKind(kind);
        long bytesMax = 5;
        for (Vector piece : pieces) {
            bytesMax += Integer.BYTES + VectorCodec.bytesMax(piece, NO_OBJECTS);
        }
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytesMax));
        buffer.put(PACKED).putInt(pieces.size());
        for (Vector piece : pieces) {
            VectorCodec.put(buffer.putInt(piece.count()), piece, NO_OBJECTS);
        }
        return written(buffer);
    }

    /** Flat if it is short and can be, which takes less. */
    private List<Object> packed(ByteBuffer buffer) {
        Vector[] pieces = new Vector[buffer.getInt()];
        for (int index = 0; index < pieces.length; index++) {
            pieces[index] = new Vector();
            vectors.get(buffer, buffer.getInt(), pieces[index]);
        }
        if (pieces.length == 1 && FlatList.holds(pieces[0].kind())) {
            FlatListBuilder builder = new FlatListBuilder(pieces[0].kind());
            builder.addAll(pieces[0], 0, pieces[0].count());
            return builder.list();
        }
        return PackedList.of(List.of(pieces));
    }

    private byte[] stored(StoredList list) {
        if (list.refers()) {
            noteReferences();
        }
        StoredPieces pieces = list.pieces();
        byte[] rest = bytes(list.rest());
        ByteBuffer buffer = ByteBuffer.allocate(5 + pieces.encodedBytes() + rest.length);
        buffer.put(STORED).putInt(numberOf(pieces.file()));
        pieces.encode(buffer);
        return buffer.put(rest).array();
    }

    private synchronized int numberOf(ListFile file) {
        int known = files.indexOf(file);
        if (known < 0) {
            files.add(file);
            return files.size() - 1;
        }
        return known;
    }

    private StoredList stored(ByteBuffer buffer) {
        StoredPieces pieces = StoredPieces.decode(files.get(buffer.getInt()), buffer);
        byte[] rest = new byte[buffer.remaining()];
        buffer.get(rest);
        return StoredList.of(pieces, (List<?>) Invariant.present(value(rest), "the rest of a list is a list"));
    }

    @Override
    public Object decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return switch (buffer.get()) {
            case NODE -> new NodeReference(buffer.getLong());
            case RELATIONSHIP -> new RelationshipReference(buffer.getLong(), buffer.getLong(), buffer.getLong());
            case PATH -> path(buffer);
            case RANGE -> new LongRange(buffer.getLong(), buffer.getLong(), buffer.getLong());
            case NODES -> new NodeList(get(buffer, buffer.getInt()));
            case PACKED -> packed(buffer);
            case STORED -> stored(buffer);
            default -> throw new IllegalStateException("no value of a query: tag=" + bytes[0]);
        };
    }

    private static PathReference path(ByteBuffer buffer) {
        int length = buffer.getInt();
        long[] nodes = get(buffer, length + 1);
        long[] ids = get(buffer, length);
        long[] starts = get(buffer, length);
        long[] ends = get(buffer, length);
        List<NodeReference> nodeList = new ArrayList<>(nodes.length);
        for (long node : nodes) {
            nodeList.add(new NodeReference(node));
        }
        List<RelationshipReference> relationships = new ArrayList<>(length);
        for (int index = 0; index < length; index++) {
            relationships.add(new RelationshipReference(ids[index], starts[index], ends[index]));
        }
        return new PathReference(nodeList, relationships);
    }
}
