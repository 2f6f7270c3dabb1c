package org.thetisdb.xml.tree;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.EntityResolver;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * The JDK's parser, which reads nothing but the text it is given: a document type that lies elsewhere is ignored, an
 * entity that does so is an error. Its limits keep entities from growing without bounds. Stateless.
 */
final class SafeParser {
    /** Deeper documents are mistakes, or made to exhaust a stack. */
    static final int LEVELS_MAX = 1000;

    private static final int ATTRIBUTES_MAX = 10_000;

    private SafeParser() {}

    /** A reader that knows namespaces. */
    static XMLReader make() {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setXIncludeAware(false);
            SAXParser parser = factory.newSAXParser();
            parser.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            parser.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            // Counted by the handler, which says so in better words.
            parser.setProperty("jdk.xml.maxElementDepth", LEVELS_MAX + 10);
            parser.setProperty("jdk.xml.elementAttributeLimit", ATTRIBUTES_MAX);
            XMLReader reader = parser.getXMLReader();
            reader.setEntityResolver(new Refusing());
            return reader;
        } catch (ParserConfigurationException | SAXException impossible) {
            throw new IllegalStateException("the JDK's parser cannot be set up", impossible);
        }
    }

    /** A reader for those who bring handlers of their own, which do not loosen it. */
    static XMLReader forOthers() {
        return new Strict(make());
    }

    /** Stays strict, whatever it is told to resolve entities with. */
    private static final class Strict extends XMLFilterImpl {
        private final Refusing refusing = new Refusing();

        Strict(XMLReader reader) {
            super(reader);
        }

        @Override
        public void setEntityResolver(@Nullable EntityResolver resolver) {
            // Nothing is resolved.
        }

        @Override
        public InputSource resolveEntity(@Nullable String publicId, String systemId) throws SAXException {
            return refusing.resolveEntity(null, publicId, null, systemId);
        }

        @Override
        public void skippedEntity(String name) throws SAXException {
            refusing.skippedEntity(name);
        }
    }

    /**
     * Reads a text.
     *
     * @param handler is told of all that is in it
     */
    static void parse(XMLReader reader, String text, DefaultHandler2 handler) throws SAXException {
        reader.setContentHandler(handler);
        reader.setDTDHandler(handler);
        reader.setErrorHandler(handler);
        reader.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        try {
            // A mark of the order of bytes is no part of a text.
            reader.parse(new InputSource(new StringReader(text.startsWith("\uFEFF") ? text.substring(1) : text)));
        } catch (IOException unreadable) {
            throw new SAXException(unreadable.getMessage(), unreadable);
        }
    }

    /** Lets a parser go on without the handler of the text before. */
    static void forget(XMLReader reader) throws SAXException {
        Refusing nobody = new Refusing();
        reader.setContentHandler(nobody);
        reader.setDTDHandler(nobody);
        reader.setErrorHandler(nobody);
        reader.setProperty("http://xml.org/sax/properties/lexical-handler", nobody);
    }

    /** Says no when a document asks for another one. */
    static class Refusing extends DefaultHandler2 {
        @Override
        public InputSource resolveEntity(
                @Nullable String name, @Nullable String publicId, @Nullable String base, String systemId)
                throws SAXException {
            throw new SAXException("nothing outside of the document is read: entity=" + systemId);
        }

        @Override
        public @Nullable InputSource getExternalSubset(String name, @Nullable String base) {
            return null;
        }

        @Override
        public void skippedEntity(String name) throws SAXException {
            if (!name.startsWith("[")) {
                throw new SAXException(
                        "the entity is not known, for nothing outside of the document is read: entity=" + name);
            }
        }

        @Override
        public void error(SAXParseException recoverable) {
            // Of validity, which nobody has asked for.
        }

        @Override
        public void fatalError(SAXParseException failure) throws SAXException {
            throw failure;
        }
    }
}
