package org.thetisdb.xml.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.type.Type;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;

/**
 * Documents as values:
 *
 * <pre>
 *   &lt;a x="1">text&lt;b/>&lt;!--c-->&lt;?d e?>&lt;/a>
 *   {name: 'a', attributes: {x: '1'}, children: [
 *       'text', {name: 'b', attributes: {}, children: []}, {comment: 'c'}, {instruction: 'd', value: 'e'}]}
 * </pre>
 *
 * <p>Stateless.
 */
public final class TreeMaps {
    private TreeMaps() {}

    /** The root element of a document; what stands beside it is left out. */
    public static Map<String, Object> of(XdmNode document, Checkpoints checkpoints) {
        for (NodeInfo child : document.getUnderlyingNode().children()) {
            if (child.getNodeKind() == Type.ELEMENT) {
                return element(child, checkpoints);
            }
        }
        throw new IllegalStateException("a document without an element");
    }

    private static Map<String, Object> element(NodeInfo element, Checkpoints checkpoints) {
        checkpoints.step();
        List<Object> children = new ArrayList<>();
        for (NodeInfo child : element.children()) {
            children.add(
                    switch (child.getNodeKind()) {
                        case Type.ELEMENT -> element(child, checkpoints);
                        case Type.COMMENT -> Map.of("comment", child.getStringValue());
                        case Type.PROCESSING_INSTRUCTION ->
                            ordered("instruction", child.getLocalPart(), "value", child.getStringValue());
                        default -> child.getStringValue();
                    });
        }
        Map<String, Object> map =
                ordered("name", element.getDisplayName(), "attributes", TreeNodes.attributes(element, ""));
        map.put("children", children);
        return map;
    }

    private static Map<String, Object> ordered(String first, Object firstValue, String second, Object secondValue) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, firstValue);
        map.put(second, secondValue);
        return map;
    }

    /** The text of such a map; attributes and children may be left out of it. */
    public static String text(Map<?, ?> element) {
        XmlWriter writer = new XmlWriter();
        write(writer, element);
        return writer.result();
    }

    private static void write(XmlWriter writer, @Nullable Object node) {
        switch (node) {
            case String text -> writer.text(text);
            case Map<?, ?> map
            when map.get("name") instanceof String name -> {
                writer.start(name, part(map, "attributes") instanceof Map<?, ?> attributes ? attributes : Map.of());
                if (part(map, "children") instanceof List<?> children) {
                    children.forEach(each -> write(writer, each));
                }
                writer.end(name);
            }
            case Map<?, ?> map when map.get("comment") instanceof String comment -> writer.comment(comment);
            case Map<?, ?> map
            when map.get("instruction") instanceof String target ->
                writer.instruction(target, map.get("value") instanceof String value ? value : "");
            case null, default ->
                throw new DocumentException("a node is a STRING, or a map with a name, a comment or an instruction,"
                        + " as xml.parse gives them: node=" + node);
        }
    }

    /** What is there has to be of the right kind. */
    private static @Nullable Object part(Map<?, ?> map, String key) {
        Object value = map.get(key);
        boolean fits = value == null || (key.equals("children") ? value instanceof List : value instanceof Map);
        if (!fits) {
            throw new DocumentException(
                    "the attributes of an element are a map, and its children a list: " + key + "=" + value);
        }
        return value;
    }
}
