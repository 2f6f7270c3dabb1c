package org.thetisdb.xml;

import org.thetisdb.extension.CallContext;
import org.thetisdb.xml.document.CompiledCache;
import org.thetisdb.xml.path.JsonPath;
import org.thetisdb.xml.tree.XmlCall;
import org.thetisdb.xml.tree.XmlEngine;

/** What the functions keep between calls, for as long as the extension is loaded. Thread safe. */
final class Engines {
    private static final Current XML = new Current();
    private static final CompiledCache<JsonPath> JSON_PATHS = new CompiledCache<>(JsonPath::compile);

    private Engines() {}

    /** The engine for a call: all that the call does is done with it, for it alone knows the names of its documents. */
    static XmlEngine xml() {
        return XML.get();
    }

    /** The engine of the day. Two calls at once may both make another one; each stays with what it got. */
    private static final class Current {
        private volatile XmlEngine engine = new XmlEngine();

        XmlEngine get() {
            XmlEngine known = engine;
            if (known.isFull()) {
                known = new XmlEngine();
                engine = known;
            }
            return known;
        }
    }

    /** A document for a call. */
    static XmlCall call(CallContext context, String document) {
        return new XmlCall(xml(), context, document);
    }

    /** A path of JSON by its text. */
    static JsonPath jsonPath(String text) {
        return JSON_PATHS.get(text);
    }
}
