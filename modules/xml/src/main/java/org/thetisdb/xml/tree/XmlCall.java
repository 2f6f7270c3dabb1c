package org.thetisdb.xml.tree;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.type.Type;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.CallContext;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;

/** One document, read for one call, and what can be asked of it. Used by one thread, which closes it. */
public final class XmlCall implements AutoCloseable {
    private static final String PATH = "an XPath expression";

    private final XmlEngine engine;
    private final CallContext context;
    private final Checkpoints checkpoints;
    private final XdmNode document;

    /** Reads the document. */
    public XmlCall(XmlEngine engine, CallContext context, String text) {
        this.engine = engine;
        this.context = context;
        this.checkpoints = new Checkpoints(context);
        this.document = engine.read(text, checkpoints);
    }

    @Override
    public void close() {
        CheckedUris.forget();
    }

    /** The whole document. */
    public XdmNode document() {
        return document;
    }

    /** Asked while the document is worked on. */
    public Checkpoints checkpoints() {
        return checkpoints;
    }

    /** All that a path finds, as values. */
    public List<Object> values(String path) {
        XPathExecutable compiled = engine.path(path);
        return XmlFailures.guarded(PATH, () -> {
            List<Object> values = new ArrayList<>();
            XPathSelector selector = selector(compiled, document);
            for (XdmItem item : selector) {
                context.checkpoint();
                values.add(XmlValues.of(item.getUnderlyingValue(), NodeInfo::getStringValue));
            }
            return values;
        });
    }

    /** What a path finds, which is one value, or nothing. */
    public Optional<Object> value(String path) {
        return new Evaluation(engine.path(path), path).of(document);
    }

    private static XPathSelector selector(XPathExecutable path, XdmItem item) throws SaxonApiException {
        XPathSelector selector = path.load();
        selector.setContextItem(item);
        return selector;
    }

    /** The items that a path finds, when they are wanted. */
    public Iterator<XdmItem> items(String path) {
        XPathExecutable compiled = engine.path(path);
        return new Items(
                XmlFailures.guarded(PATH, () -> selector(compiled, document).iterator()));
    }

    /** Errors of the path come when its items do. */
    private record Items(Iterator<XdmItem> found) implements Iterator<XdmItem> {
        @Override
        public boolean hasNext() {
            return XmlFailures.guarded(PATH, found::hasNext);
        }

        @Override
        public XdmItem next() {
            return XmlFailures.guarded(PATH, found::next);
        }
    }

    /** A path that is evaluated again and again, for items of this document. */
    public Evaluation evaluation(String path) {
        return new Evaluation(engine.path(path), path);
    }

    /** One value, or none, for an item. */
    public static final class Evaluation {
        private final XPathSelector selector;
        private final String path;

        private Evaluation(XPathExecutable compiled, String path) {
            this.selector = compiled.load();
            this.path = path;
        }

        /** The value; an error if there are several. */
        public Optional<Object> of(XdmItem item) {
            return XmlFailures.guarded(PATH, () -> {
                selector.setContextItem(item);
                @Nullable Object value = null;
                for (XdmItem found : selector) {
                    if (value != null) {
                        throw new DocumentException("the path finds more than one value: path=" + path
                                + "; take one of them by [1], join them by string-join(…), or make them a list"
                                + " by array { … }");
                    }
                    value = XmlValues.of(found.getUnderlyingValue(), NodeInfo::getStringValue);
                }
                return Optional.ofNullable(value);
            });
        }
    }

    /** What a query gives: nodes as XML, all else as values. */
    public List<Object> query(String text, Map<String, @Nullable Object> variables) {
        XQueryExecutable compiled = engine.query(text);
        return XmlFailures.guarded("an XQuery expression", () -> {
            XQueryEvaluator evaluator = compiled.load();
            evaluator.setContextItem(document);
            variables.forEach((name, value) -> evaluator.setExternalVariable(new QName(name), XmlValues.given(value)));
            List<Object> values = new ArrayList<>();
            for (XdmItem item : evaluator) {
                context.checkpoint();
                Item found = item.getUnderlyingValue();
                values.add(XmlValues.of(found, this::serialized));
            }
            return values;
        });
    }

    private String serialized(NodeInfo node) {
        if (node.getNodeKind() == Type.ATTRIBUTE || node.getNodeKind() == Type.NAMESPACE) {
            return node.getStringValue();
        }
        StringWriter text = new StringWriter();
        Serializer serializer = engine.processor().newSerializer(text);
        serializer.setOutputProperty(Serializer.Property.OMIT_XML_DECLARATION, "yes");
        return XmlFailures.guarded("a serialization", () -> {
            serializer.serializeNode(new XdmNode(node));
            return text.toString();
        });
    }

    /** What a stylesheet makes of the document. */
    public String transformed(String stylesheet, Map<String, @Nullable Object> parameters) {
        XsltExecutable compiled = engine.stylesheet(stylesheet);
        return XmlFailures.guarded("a stylesheet", () -> {
            Xslt30Transformer transformer = compiled.load30();
            transformer.setMessageHandler(_ -> context.checkpoint());
            transformer.setResultDocumentHandler(place -> {
                throw new DocumentException("a stylesheet has one result, and writes no files: place=" + place);
            });
            Map<QName, XdmValue> given = new HashMap<>();
            parameters.forEach((name, value) -> given.put(new QName(name), XmlValues.given(value)));
            transformer.setStylesheetParameters(given);
            transformer.setGlobalContextItem(document);
            StringWriter text = new StringWriter();
            Serializer serializer = transformer.newSerializer(text);
            transformer.applyTemplates(document, serializer);
            return text.toString();
        });
    }
}
