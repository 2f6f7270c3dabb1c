package org.thetisdb.storage.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps operations as lines of text, to compare them. */
final class ChangeText implements Changes {
    private final List<String> lines = new ArrayList<>();

    List<String> lines() {
        return lines;
    }

    static List<String> of(Operations operations) {
        ChangeText text = new ChangeText();
        operations.decode(text);
        return text.lines;
    }

    private static String text(int[] keys, Object[] values) {
        return Arrays.toString(keys) + " = " + Arrays.toString(values);
    }

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        lines.add("create node " + node + " " + labelSetId + " " + text(keys, values));
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        lines.add("set labels " + node + " " + labelSetId);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, Object[] values) {
        lines.add("set node " + node + " " + text(keys, values));
    }

    @Override
    public void deleteNode(long node) {
        lines.add("delete node " + node);
    }

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        lines.add("create relationship " + relationship + " " + start + " " + end + " " + text(keys, values));
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, Object[] values) {
        lines.add("set relationship " + relationship + " " + text(keys, values));
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        lines.add("delete relationship " + relationship + " " + start + " " + end);
    }

    @Override
    public void schemaChange(SchemaChange change) {
        lines.add(change.toString());
    }
}
