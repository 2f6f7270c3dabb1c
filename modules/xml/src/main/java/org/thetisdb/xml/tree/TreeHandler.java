package org.thetisdb.xml.tree;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.saxon.Configuration;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.ReceiverOption;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.CodedName;
import net.sf.saxon.om.EmptyAttributeMap;
import net.sf.saxon.om.LargeAttributeMap;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SingletonAttributeMap;
import net.sf.saxon.om.SmallAttributeMap;
import net.sf.saxon.str.CompressedWhitespace;
import net.sf.saxon.str.StringTool;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.tiny.TinyBuilder;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.Untyped;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Builds a tree of what a parser finds. Saxon has such a handler of its own; this one remembers names by what the
 * parser calls them, and asks whether the query goes on. Used for one document.
 */
final class TreeHandler extends SafeParser.Refusing {
    private final Configuration configuration;
    private final TinyBuilder builder;
    private final Checkpoints checkpoints;
    private final Map<String, KnownName> elementNames = new HashMap<>();
    private final Map<String, KnownName> attributeNames = new HashMap<>();
    private final Deque<NamespaceMap> namespaces = new ArrayDeque<>();
    private @Nullable NamespaceMap declared;
    private char[] characters = new char[1 << 10];
    private int length;
    private int lastFingerprint;
    private boolean isInDocumentType;
    private @Nullable Locator locator;

    /** A name as the parser tells it; the same text may be another name elsewhere in the document. */
    private record KnownName(String uri, CodedName name) {}

    TreeHandler(Configuration configuration, Checkpoints checkpoints) {
        this.configuration = configuration;
        this.checkpoints = checkpoints;
        PipelineConfiguration pipeline = configuration.makePipelineConfiguration();
        this.builder = new TinyBuilder(pipeline);
        builder.setLineNumbering(false);
        builder.setStatistics(configuration.getTreeStatistics().SOURCE_DOCUMENT_STATISTICS);
    }

    /** The document, when all of it was read. */
    NodeInfo document() {
        return builder.getCurrentRoot();
    }

    /** The greatest number of a name in it. */
    int lastFingerprint() {
        return lastFingerprint;
    }

    /** What the builder may throw becomes what the parser may. */
    private interface Step {
        void run() throws XPathException;
    }

    private void build(Step step) throws SAXException {
        try {
            step.run();
        } catch (XPathException failure) {
            throw wrong(String.valueOf(failure.getMessage()));
        }
    }

    private SAXException wrong(String message) {
        return locator == null ? new SAXException(message) : new SAXParseException(message, locator);
    }

    @Override
    public void setDocumentLocator(Locator given) {
        locator = given;
    }

    @Override
    public void startDocument() throws SAXException {
        namespaces.push(NamespaceMap.emptyMap());
        build(() -> {
            builder.open();
            builder.startDocument(ReceiverOption.NONE);
        });
    }

    @Override
    public void endDocument() throws SAXException {
        build(() -> {
            builder.endDocument();
            builder.close();
        });
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
        if (!prefix.equals("xml")) {
            NamespaceMap scope = declared == null ? namespaces.getFirst() : declared;
            declared = scope.bind(prefix, NamespaceUri.of(uri));
        }
    }

    @Override
    public void startElement(String uri, String localName, String qualifiedName, Attributes attributes)
            throws SAXException {
        checkpoints.step();
        flush();
        NamespaceMap scope = declared == null ? namespaces.getFirst() : declared;
        declared = null;
        namespaces.push(scope);
        if (namespaces.size() > SafeParser.LEVELS_MAX + 1) {
            throw wrong("elements are nested too deeply: levelsMax=" + SafeParser.LEVELS_MAX);
        }
        CodedName name = name(elementNames, uri, localName, qualifiedName);
        AttributeMap given = attributes(attributes);
        build(() ->
                builder.startElement(name, Untyped.getInstance(), given, scope, Loc.NONE, ReceiverOption.NAMESPACE_OK));
    }

    private CodedName name(Map<String, KnownName> names, String uri, String localName, String qualifiedName) {
        KnownName known = names.get(qualifiedName);
        if (known == null || !known.uri.equals(uri)) {
            NamePool pool = configuration.getNamePool();
            int fingerprint = pool.allocateFingerprint(NamespaceUri.of(uri), localName);
            lastFingerprint = Math.max(lastFingerprint, fingerprint);
            int colon = qualifiedName.indexOf(':');
            String prefix = colon < 0 ? "" : qualifiedName.substring(0, colon);
            known = new KnownName(uri, new CodedName(fingerprint, prefix, pool));
            names.put(qualifiedName, known);
        }
        return known.name;
    }

    private AttributeMap attributes(Attributes attributes) {
        return switch (attributes.getLength()) {
            case 0 -> EmptyAttributeMap.getInstance();
            case 1 -> SingletonAttributeMap.of(attribute(attributes, 0));
            default -> {
                AttributeInfo[] all = new AttributeInfo[attributes.getLength()];
                Arrays.setAll(all, index -> attribute(attributes, index));
                yield all.length <= SmallAttributeMap.LIMIT
                        ? new SmallAttributeMap(List.of(all))
                        : new LargeAttributeMap(List.of(all));
            }
        };
    }

    private AttributeInfo attribute(Attributes attributes, int index) {
        String type = attributes.getType(index);
        boolean isId = type.equals("ID");
        return new AttributeInfo(
                name(
                        attributeNames,
                        attributes.getURI(index),
                        attributes.getLocalName(index),
                        attributes.getQName(index)),
                isId ? BuiltInAtomicType.ID : BuiltInAtomicType.UNTYPED_ATOMIC,
                attributes.getValue(index),
                Loc.NONE,
                isId ? ReceiverOption.IS_ID : ReceiverOption.NONE);
    }

    @Override
    public void endElement(String uri, String localName, String qualifiedName) throws SAXException {
        flush();
        namespaces.pop();
        build(builder::endElement);
    }

    @Override
    public void characters(char[] source, int start, int count) {
        if (length + count > characters.length) {
            characters = Arrays.copyOf(characters, Math.max(length + count, characters.length * 2));
        }
        System.arraycopy(source, start, characters, length, count);
        length += count;
    }

    @Override
    public void ignorableWhitespace(char[] source, int start, int count) {
        characters(source, start, count);
    }

    /** The text before a tag is one node, in however many parts the parser tells it. */
    private void flush() throws SAXException {
        if (length > 0) {
            int end = length;
            length = 0;
            build(() -> builder.characters(text(end), Loc.NONE, ReceiverOption.WHOLE_TEXT_NODE));
        }
    }

    private UnicodeString text(int end) {
        return characters[0] <= ' '
                ? CompressedWhitespace.compressWS(characters, 0, end)
                : StringTool.compress(characters, 0, end, false);
    }

    @Override
    public void comment(char[] source, int start, int count) throws SAXException {
        if (!isInDocumentType) {
            flush();
            build(() -> builder.comment(
                    StringTool.fromCharSequence(new String(source, start, count)), Loc.NONE, ReceiverOption.NONE));
        }
    }

    @Override
    public void processingInstruction(String target, @Nullable String data) throws SAXException {
        if (!isInDocumentType) {
            flush();
            build(() -> builder.processingInstruction(
                    target, StringTool.fromCharSequence(data == null ? "" : data), Loc.NONE, ReceiverOption.NONE));
        }
    }

    @Override
    public void startDTD(String name, @Nullable String publicId, @Nullable String systemId) {
        isInDocumentType = true;
    }

    @Override
    public void endDTD() {
        isInDocumentType = false;
    }
}
