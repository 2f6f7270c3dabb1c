package org.thetisdb.postgresql.wire;

import java.util.List;
import java.util.Optional;

/** What a client says after the start-up. */
public sealed interface FrontendMessage {
    /** Statements to be run at once. */
    record Query(String text) implements FrontendMessage {}

    /** A statement to be kept under a name; types of parameters by their numbers, 0 for unknown. */
    record Parse(String name, String text, List<Integer> types) implements FrontendMessage {}

    /** A portal made of a statement and values. */
    record Bind(
            String portal,
            String statement,
            List<Integer> formats,
            List<Optional<byte[]>> values,
            List<Integer> resultFormats)
            implements FrontendMessage {}

    /** Asks for columns, of a statement or a portal. */
    record Describe(Kind kind, String name) implements FrontendMessage {}

    /** Asks for rows; no more than so many, or all if 0. */
    record Execute(String portal, int rowsMax) implements FrontendMessage {}

    /** Forgets a statement or a portal. */
    record Close(Kind kind, String name) implements FrontendMessage {}

    /** Asks for what is waiting. */
    record Flush() implements FrontendMessage {}

    /** Ends a series of messages of the extended protocol. */
    record Sync() implements FrontendMessage {}

    /** The client goes. */
    record Terminate() implements FrontendMessage {}

    /** A password, or a step of SASL. */
    record Password(byte[] bytes) implements FrontendMessage {}

    /** Data of a COPY that nobody has asked for; they are ignored, as the protocol wants it. */
    record StrayCopy() implements FrontendMessage {}

    /** The fast-path call, which is obsolete. */
    record FunctionCall() implements FrontendMessage {}

    /** What is described or closed. */
    enum Kind {
        STATEMENT,
        PORTAL
    }
}
