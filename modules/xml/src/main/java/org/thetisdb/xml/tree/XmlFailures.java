package org.thetisdb.xml.tree;

import java.util.Optional;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.trans.UncheckedXPathException;
import net.sf.saxon.trans.XPathException;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.DocumentException;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Gives the errors of parsers and expressions one wording. Stateless. */
final class XmlFailures {
    private XmlFailures() {}

    /** A text is no document. */
    static DocumentException ofDocument(SAXException failure) {
        String place = failure instanceof SAXParseException placed
                ? ": line=" + placed.getLineNumber() + ", column=" + placed.getColumnNumber() + ", reason="
                : ": reason=";
        return new DocumentException("the text is no XML document" + place + oneLine(failure.getMessage()), failure);
    }

    /**
     * An expression, query or stylesheet is wrong, or has failed.
     *
     * @param kind of it, for the user
     */
    static DocumentException of(String kind, Exception failure) {
        XPathException known = known(failure);
        if (known == null) {
            return new DocumentException(kind + " has failed: reason=" + oneLine(failure.getMessage()), failure);
        }
        return new DocumentException(
                kind + (known.isStaticError() ? " is wrong: " : " has failed: ")
                        + place(known.getLocator())
                        + (known.getErrorCodeQName() == null ? "" : "code=" + known.showErrorCode() + ", ")
                        + "reason=" + oneLine(known.getMessage()),
                failure);
    }

    /** As the other one; the first error that was reported tells more than the exception that came of it. */
    static DocumentException of(String kind, Optional<XmlProcessingError> first, Exception failure) {
        return first.map(error -> new DocumentException(
                        kind + " is wrong: " + place(error.getLocation())
                                + (error.getErrorCode() == null
                                        ? ""
                                        : "code=" + error.getErrorCode().getLocalName() + ", ")
                                + "reason=" + oneLine(error.getMessage()),
                        failure))
                .orElseGet(() -> of(kind, failure));
    }

    /** Runs something that may fail as expressions do. */
    static <T> T guarded(String kind, Work<T> work) {
        try {
            return work.run();
        } catch (SaxonApiException | XPathException | SaxonApiUncheckedException | UncheckedXPathException failure) {
            throw of(kind, failure);
        }
    }

    /** What {@link #guarded} runs. */
    interface Work<T> {
        T run() throws SaxonApiException, XPathException;
    }

    private static @Nullable XPathException known(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof XPathException known) {
                return known;
            }
        }
        return null;
    }

    private static String place(@Nullable Location location) {
        if (location == null || location.getLineNumber() <= 0) {
            return "";
        }
        return "line=" + location.getLineNumber() + ", "
                + (location.getColumnNumber() <= 0 ? "" : "column=" + location.getColumnNumber() + ", ");
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "unknown" : message.replaceAll("\\s+", " ").strip();
    }
}
