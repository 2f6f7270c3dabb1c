package org.thetisdb.xml.tree;

import net.sf.saxon.Configuration;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.Logger;
import net.sf.saxon.trans.XPathException;
import org.xml.sax.XMLReader;

/**
 * A configuration of Saxon out of which no expression reaches: no files, no network, no classes, no settings of the
 * process, no output but the result. Thread safe, as Saxon's is.
 */
final class Closed extends Configuration {
    /** One with names of its own. */
    Closed() {
        setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        setConfigurationProperty(Feature.ALLOW_MULTITHREADING, false);
        setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        setLineNumbering(false);
        setLogger(new Silence());
        setErrorReporterFactory(_ -> _ -> {});
        setResourceResolver(request -> {
            throw refused(request.uri);
        });
        setUnparsedTextURIResolver((place, _, _, _) -> {
            throw refused(place);
        });
        setModuleURIResolver((module, _, _) -> {
            throw refused(module);
        });
        setCollectionFinder((_, name) -> {
            throw refused(name);
        });
    }

    private static XPathException refused(Object place) {
        return new XPathException("nothing outside of the given texts is read: place=" + place, "FODC0002");
    }

    @Override
    public XMLReader getSourceParser() {
        return SafeParser.forOthers();
    }

    @Override
    public synchronized XMLReader getStyleParser() {
        return SafeParser.forOthers();
    }

    @Override
    public XMLReader makeParser(String className) {
        return SafeParser.forOthers();
    }

    @Override
    public synchronized void reuseSourceParser(XMLReader parser) {
        // It is dropped, with whatever it was told.
    }

    @Override
    public synchronized void reuseStyleParser(XMLReader parser) {
        // It is dropped, with whatever it was told.
    }

    /** What Saxon would write to the process' error stream. */
    private static final class Silence extends Logger {
        @Override
        public void println(String message, int severity) {
            // Errors are thrown; nobody would read the rest.
        }
    }
}
