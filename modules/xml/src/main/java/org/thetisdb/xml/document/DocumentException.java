package org.thetisdb.xml.document;

/** A document, or an expression over one, is wrong. The message says what, where, and with which value. */
public final class DocumentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With a message for users. */
    public DocumentException(String message) {
        super(message);
    }

    /** With a message for users, and what has led to it. */
    public DocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
