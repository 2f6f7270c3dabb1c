package org.thetisdb.xml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.tree.TreeMaps;
import org.thetisdb.xml.tree.XmlCall;

/** Functions of XML. Thread safe. */
public final class XmlFunctions {
    private XmlFunctions() {}

    /** {@return whether the other functions can read the text} */
    @ScalarFunction(name = "xml.isWellFormed", description = "Whether the text is an XML document.")
    public static boolean isWellFormed(CallContext context, String text) {
        return Engines.xml().isReadable(text, new Checkpoints(context));
    }

    /** {@return the one value that a path finds; null if it finds none} */
    @ScalarFunction(name = "xml.value", description = "The one value that an XPath finds in a document, or null.")
    public static @Nullable Object value(CallContext context, String document, String path) {
        try (XmlCall call = Engines.call(context, document)) {
            return call.value(path).orElse(null);
        }
    }

    /** {@return all values that a path finds} */
    @ScalarFunction(name = "xml.values", description = "All values that an XPath finds in a document.")
    public static List<Object> values(CallContext context, String document, String path) {
        try (XmlCall call = Engines.call(context, document)) {
            return call.values(path);
        }
    }

    /** {@return what a query gives: nodes as XML, all else as values} */
    @ScalarFunction(name = "xml.query", description = "What an XQuery makes of a document; nodes as XML.")
    public static List<Object> query(
            CallContext context, String document, String query, Map<String, Object> variables) {
        try (XmlCall call = Engines.call(context, document)) {
            return call.query(query, variables);
        }
    }

    /** {@return what a stylesheet makes of the document} */
    @ScalarFunction(name = "xml.transform", description = "What an XSLT stylesheet makes of a document.")
    public static String transform(
            CallContext context, String document, String stylesheet, Map<String, Object> parameters) {
        try (XmlCall call = Engines.call(context, document)) {
            return call.transformed(stylesheet, parameters);
        }
    }

    /** {@return the root element as maps and lists} */
    @ScalarFunction(name = "xml.parse", description = "The root element of a document as a map.")
    public static Map<String, Object> parse(CallContext context, String document) {
        try (XmlCall call = Engines.call(context, document)) {
            return TreeMaps.of(call.document(), call.checkpoints());
        }
    }

    /** {@return the text of such a map} */
    @ScalarFunction(name = "xml.text", description = "The XML of a map as xml.parse gives it.")
    public static String text(Map<String, Object> element) {
        return TreeMaps.text(element);
    }
}
