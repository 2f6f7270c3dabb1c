package org.thetisdb.storage.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Reads what a {@link ChangeEncoder} wrote, and gives it to any sink. Stateless. */
public final class ChangeDecoder {
    /** Ids in the catalog: labels, types, keys, label sets. */
    private static final int ID_MAX = Integer.MAX_VALUE;

    private static final ConstraintKind[] CONSTRAINT_KINDS = ConstraintKind.values();

    private ChangeDecoder() {}

    /**
     * Gives all operations to the sink, in their order.
     *
     * @param operations as {@link ChangeEncoder#toBytes()} gave them
     * @throws ThetisException {@link ErrorCode#CORRUPT_STRUCTURE} if these are no operations; some of them may have
     *     been given to the sink by then
     */
    public static void decode(byte[] operations, Changes changes) {
        decode(new ByteSource(operations), changes);
    }

    /** As {@link #decode(byte[], Changes)}, of all that is left in a source. */
    static void decode(ByteSource source, Changes changes) {
        while (source.hasRemaining()) {
            decodeOne(source, changes);
        }
    }

    private static void decodeOne(ByteSource source, Changes changes) {
        int code = source.readByte();
        switch (code) {
            case Operation.CREATE_NODE -> {
                long node = readNode(source);
                int labelSetId = source.readInt(ID_MAX);
                Properties properties = readProperties(source, changes.readsValues());
                changes.createNode(node, labelSetId, properties.keys, properties.values);
            }
            case Operation.SET_LABELS -> changes.setLabels(readNode(source), source.readInt(ID_MAX));
            case Operation.SET_NODE_PROPERTIES -> {
                long node = readNode(source);
                Properties properties = readProperties(source, changes.readsValues());
                changes.setNodeProperties(node, properties.keys, properties.values);
            }
            case Operation.DELETE_NODE -> changes.deleteNode(readNode(source));
            case Operation.CREATE_RELATIONSHIP -> {
                long relationship = readRelationship(source);
                long start = readNode(source);
                long end = readNode(source);
                Properties properties = readProperties(source, changes.readsValues());
                changes.createRelationship(relationship, start, end, properties.keys, properties.values);
            }
            case Operation.SET_RELATIONSHIP_PROPERTIES -> {
                long relationship = readRelationship(source);
                Properties properties = readProperties(source, changes.readsValues());
                changes.setRelationshipProperties(relationship, properties.keys, properties.values);
            }
            case Operation.DELETE_RELATIONSHIP ->
                changes.deleteRelationship(readRelationship(source), readNode(source), readNode(source));
            default -> changes.schemaChange(readSchemaChange(code, source));
        }
    }

    private static SchemaChange readSchemaChange(int code, ByteSource source) {
        return switch (code) {
            case Operation.CREATE_INDEX ->
                new SchemaChange.CreateIndex(
                        source.readString(), source.readInt(ID_MAX), readKeys(source), source.readInt(1) == 1);
            case Operation.DROP_INDEX -> new SchemaChange.DropIndex(source.readString());
            case Operation.CREATE_CONSTRAINT ->
                new SchemaChange.CreateConstraint(
                        source.readString(),
                        CONSTRAINT_KINDS[source.readInt(CONSTRAINT_KINDS.length - 1)],
                        source.readInt(1) == 1,
                        source.readInt(ID_MAX),
                        readKeys(source));
            case Operation.DROP_CONSTRAINT -> new SchemaChange.DropConstraint(source.readString());
            case Operation.INDEX_ONLINE -> new SchemaChange.IndexOnline(source.readString());
            case Operation.PUT_EXTENSION ->
                new SchemaChange.PutExtension(
                        source.readString(), source.readInt(1) == 1, source.readBytes(source.readCount()));
            case Operation.DROP_EXTENSION -> new SchemaChange.DropExtension(source.readString());
            default -> throw source.damaged("a known operation, found " + code);
        };
    }

    private static long readNode(ByteSource source) {
        long node = source.readVarint();
        if (node < 0 || node >= (long) NodeIdLayout.CHUNK_COUNT_MAX << NodeIdLayout.ROW_BITS) {
            throw source.damaged("a node id");
        }
        return node;
    }

    private static long readRelationship(ByteSource source) {
        int type = source.readInt(RelationshipIdLayout.TYPE_COUNT_MAX - 1);
        int chunk = source.readInt(NodeIdLayout.CHUNK_COUNT_MAX - 1);
        int slot = source.readInt(RelationshipIdLayout.SLOT_COUNT_MAX - 1);
        return RelationshipIdLayout.id(type, chunk, slot);
    }

    private static final class Properties {
        private final int[] keys;
        private final @Nullable Object[] values;

        Properties(int count) {
            keys = new int[count];
            values = new @Nullable Object[count];
        }
    }

    private static Properties readProperties(ByteSource source, boolean withValues) {
        Properties properties = new Properties(source.readCount());
        for (int i = 0; i < properties.keys.length; i++) {
            properties.keys[i] = source.readInt(ID_MAX);
            if (withValues) {
                properties.values[i] = source.readValue();
            } else {
                source.skipValue();
            }
        }
        return properties;
    }

    private static List<Integer> readKeys(ByteSource source) {
        int count = source.readCount();
        List<Integer> keyIds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            keyIds.add(source.readInt(ID_MAX));
        }
        return keyIds;
    }
}
