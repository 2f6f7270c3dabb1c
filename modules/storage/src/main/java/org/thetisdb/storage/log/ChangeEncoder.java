package org.thetisdb.storage.log;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.column.VariantCodec;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Writes operations as the bytes of a commit record; {@link ChangeDecoder} reads them.
 *
 * <pre>
 *   operations      operation*
 *   operation       code (1 byte), then
 *     1  create node                    node, label set, properties
 *     2  set labels                     node, label set
 *     3  set node properties            node, properties
 *     4  delete node                    node
 *     5  create relationship            relationship, start, end, properties
 *     6  set relationship properties    relationship, properties
 *     7  delete relationship            relationship, start, end
 *     8  create index                   name, label, keys, unique (1 byte)
 *     9  drop index                     name
 *    10  create constraint              name, kind (1 byte), on relationships (1 byte), label or type, keys
 *    11  drop constraint                name
 *    12  index online                   name
 *    13  put extension                  name, trusted (1 byte), count of bytes of the jar, these
 *    14  drop extension                 name
 *
 *   node, start, end, ids, counts       varint
 *   relationship    type, chunk, slot: a varint each, because together they always have 60 bits
 *   properties      count, then key id and value in turn; a value as VariantCodec writes it, null if removed
 *   keys            count, then key ids
 *   name            count of bytes, UTF-8
 * </pre>
 *
 * A node's new INTEGER takes 15 to 17 bytes so. One thread at a time.
 */
public final class ChangeEncoder implements Changes {
    /** What its bytes are, for errors. */
    static final String CONTENT = "a transaction";

    private final ByteSink sink = new ByteSink(CONTENT);

    /** The bytes of all operations since the last {@link #clear()}. */
    public byte[] toBytes() {
        return sink.toBytes();
    }

    /** How many bytes {@link #toBytes()} would have. */
    public int sizeBytes() {
        return sink.size();
    }

    public boolean isEmpty() {
        return sink.size() == 0;
    }

    /** Begins again. */
    public void clear() {
        sink.clear();
    }

    /** Begins again, and gives the memory back. */
    void release() {
        sink.release();
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        sink.writeByte(Operation.CREATE_NODE);
        sink.writeVarint(node);
        sink.writeVarint(labelSetId);
        writeProperties(keys, values);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        sink.writeByte(Operation.SET_LABELS);
        sink.writeVarint(node);
        sink.writeVarint(labelSetId);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        sink.writeByte(Operation.SET_NODE_PROPERTIES);
        sink.writeVarint(node);
        writeProperties(keys, values);
    }

    @Override
    public void deleteNode(long node) {
        sink.writeByte(Operation.DELETE_NODE);
        sink.writeVarint(node);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        sink.writeByte(Operation.CREATE_RELATIONSHIP);
        writeRelationship(relationship);
        sink.writeVarint(start);
        sink.writeVarint(end);
        writeProperties(keys, values);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        sink.writeByte(Operation.SET_RELATIONSHIP_PROPERTIES);
        writeRelationship(relationship);
        writeProperties(keys, values);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        sink.writeByte(Operation.DELETE_RELATIONSHIP);
        writeRelationship(relationship);
        sink.writeVarint(start);
        sink.writeVarint(end);
    }

    @Override
    public void schemaChange(SchemaChange change) {
        switch (change) {
            case SchemaChange.CreateIndex index -> {
                sink.writeByte(Operation.CREATE_INDEX);
                sink.writeString(index.name());
                sink.writeVarint(index.labelId());
                writeKeys(index.keyIds());
                sink.writeByte(index.unique() ? 1 : 0);
            }
            case SchemaChange.DropIndex index -> {
                sink.writeByte(Operation.DROP_INDEX);
                sink.writeString(index.name());
            }
            case SchemaChange.CreateConstraint constraint -> {
                sink.writeByte(Operation.CREATE_CONSTRAINT);
                sink.writeString(constraint.name());
                sink.writeByte(constraint.kind().ordinal());
                sink.writeByte(constraint.onRelationships() ? 1 : 0);
                sink.writeVarint(constraint.labelOrTypeId());
                writeKeys(constraint.keyIds());
            }
            case SchemaChange.DropConstraint constraint -> {
                sink.writeByte(Operation.DROP_CONSTRAINT);
                sink.writeString(constraint.name());
            }
            case SchemaChange.IndexOnline index -> {
                sink.writeByte(Operation.INDEX_ONLINE);
                sink.writeString(index.name());
            }
            case SchemaChange.PutExtension extension -> {
                sink.writeByte(Operation.PUT_EXTENSION);
                sink.writeString(extension.name());
                sink.writeByte(extension.trusted() ? 1 : 0);
                sink.writeVarint(extension.jar().length);
                sink.writeBytes(extension.jar());
            }
            case SchemaChange.DropExtension extension -> {
                sink.writeByte(Operation.DROP_EXTENSION);
                sink.writeString(extension.name());
            }
        }
    }

    private void writeRelationship(long relationship) {
        sink.writeVarint(RelationshipIdLayout.type(relationship));
        sink.writeVarint(RelationshipIdLayout.chunk(relationship));
        sink.writeVarint(RelationshipIdLayout.slot(relationship));
    }

    private void writeProperties(int[] keys, @Nullable Object[] values) {
        if (keys.length != values.length) {
            throw new ThetisException(
                    ErrorCode.INTERNAL,
                    "keys and values differ in number: keyCount=" + keys.length + ", valueCount=" + values.length);
        }
        sink.writeVarint(keys.length);
        for (int i = 0; i < keys.length; i++) {
            sink.writeVarint(keys[i]);
            VariantCodec.encodeTo(values[i], sink);
        }
    }

    private void writeKeys(List<Integer> keyIds) {
        sink.writeVarint(keyIds.size());
        keyIds.forEach(sink::writeVarint);
    }
}
