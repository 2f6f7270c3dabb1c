package org.thetisdb.xml.tree;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.sax.SAXSource;
import net.sf.saxon.functions.FunctionLibraryList;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.sxpath.IndependentContext;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.CompiledCache;
import org.thetisdb.xml.document.DocumentException;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * What is kept between calls: the names of elements and attributes, compiled expressions, and parsers. No document is.
 *
 * <p>Saxon never forgets a name, and has room for a million; an engine that has seen many is {@link #isFull full}, and
 * whoever has it makes another one for the calls to come. Thread safe.
 */
public final class XmlEngine {
    private static final int NAMES_MAX = 1 << 18;
    private static final int PARSERS_MAX = 16;

    /** A parser that has read a longer text has buffers and names that nobody may need again. */
    private static final int KEPT_LENGTH_MAX = 1 << 20;

    /** What XQuery says in front of a query, for paths that need prefixes. */
    private static final Pattern NAMESPACE =
            Pattern.compile("\\s*declare\\s+(?:namespace\\s+([\\p{L}_][\\w.\\-]*)\\s*=|default\\s+element\\s+namespace)"
                    + "\\s*(?:\"([^\"]*)\"|'([^']*)')\\s*;");

    private final Closed configuration = new Closed();
    private final Processor processor = new Processor(configuration);
    private final Queue<XMLReader> parsers = new ArrayBlockingQueue<>(PARSERS_MAX);
    private final CompiledCache<XPathExecutable> paths = new CompiledCache<>(this::compiledPath);
    private final CompiledCache<XQueryExecutable> queries = new CompiledCache<>(this::compiledQuery);
    private final CompiledCache<XsltExecutable> stylesheets = new CompiledCache<>(this::compiledStylesheet);
    private volatile boolean isFull;

    /** One that knows nothing yet. */
    public XmlEngine() {
        // All of it is above.
    }

    /** Whether it knows so many names that another one should be made. */
    public boolean isFull() {
        return isFull;
    }

    Processor processor() {
        return processor;
    }

    /**
     * A text as a tree.
     *
     * @throws DocumentException if it is no document
     */
    public XdmNode read(String text, Checkpoints checkpoints) {
        TreeHandler handler = new TreeHandler(configuration, checkpoints);
        try {
            parse(text, handler);
        } catch (SAXException failure) {
            throw XmlFailures.ofDocument(failure);
        }
        isFull |= handler.lastFingerprint() > NAMES_MAX;
        return new XdmNode(handler.document());
    }

    /** Whether a text is a document that can be read. */
    public boolean isReadable(String text, Checkpoints checkpoints) {
        try {
            parse(text, new Checking(checkpoints));
            return true;
        } catch (SAXException failure) {
            return false;
        }
    }

    private void parse(String text, SafeParser.Refusing handler) throws SAXException {
        XMLReader known = parsers.poll();
        XMLReader parser = known == null ? SafeParser.make() : known;
        SafeParser.parse(parser, text, handler);
        if (text.length() <= KEPT_LENGTH_MAX) {
            SafeParser.forget(parser);
            parsers.offer(parser);
        }
    }

    /** A path by its text. */
    public XPathExecutable path(String text) {
        return paths.get(text);
    }

    XQueryExecutable query(String text) {
        return queries.get(text);
    }

    XsltExecutable stylesheet(String text) {
        return stylesheets.get(text);
    }

    private XPathExecutable compiledPath(String text) {
        XPathCompiler compiler = processor.newXPathCompiler();
        compiler.setLanguageVersion("3.1");
        Matcher prolog = NAMESPACE.matcher(text);
        int start = 0;
        while (prolog.region(start, text.length()).lookingAt()) {
            String uri = prolog.group(2) == null ? prolog.group(3) : prolog.group(2);
            compiler.declareNamespace(prolog.group(1) == null ? "" : prolog.group(1), uri);
            start = prolog.end();
        }
        IndependentContext context = (IndependentContext) compiler.getUnderlyingStaticContext();
        FunctionLibraryList libraries = new FunctionLibraryList();
        libraries.addFunctionLibrary(new StringLength.Library());
        libraries.addFunctionLibrary(context.getFunctionLibrary());
        context.setFunctionLibrary(libraries);
        // Blank, and not left out, so that the places in errors are those of the text.
        String path = text.substring(0, start).replaceAll("[^\\n]", " ") + text.substring(start);
        try {
            return compiler.compile(path);
        } catch (SaxonApiException failure) {
            throw XmlFailures.of("an XPath expression", failure);
        }
    }

    private XQueryExecutable compiledQuery(String text) {
        XQueryCompiler compiler = processor.newXQueryCompiler();
        List<XmlProcessingError> errors = new ArrayList<>();
        compiler.setErrorList(errors);
        try {
            return compiler.compile(text);
        } catch (SaxonApiException failure) {
            throw XmlFailures.of("an XQuery expression", first(errors), failure);
        }
    }

    private XsltExecutable compiledStylesheet(String text) {
        XsltCompiler compiler = processor.newXsltCompiler();
        List<XmlProcessingError> errors = new ArrayList<>();
        compiler.setErrorList(errors);
        try {
            return compiler.compile(new SAXSource(SafeParser.forOthers(), new InputSource(new StringReader(text))));
        } catch (SaxonApiException failure) {
            throw XmlFailures.of("a stylesheet", first(errors), failure);
        }
    }

    private static Optional<XmlProcessingError> first(List<XmlProcessingError> errors) {
        return errors.stream().filter(each -> !each.isWarning()).findFirst();
    }

    /** Reads to the end, and keeps nothing. */
    private static final class Checking extends SafeParser.Refusing {
        private final Checkpoints checkpoints;
        private int level;

        Checking(Checkpoints checkpoints) {
            this.checkpoints = checkpoints;
        }

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
            checkpoints.step();
            if (++level > SafeParser.LEVELS_MAX) {
                throw new SAXException("elements are nested too deeply: levelsMax=" + SafeParser.LEVELS_MAX);
            }
        }

        @Override
        public void endElement(String uri, String localName, String name) {
            level--;
        }
    }
}
