package org.thetisdb.cypher;

import java.util.Optional;
import org.thetisdb.cypher.bind.QueryBinder;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.Parser;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.Statement;

/** From text to a bound query. Stateless: any number of threads may use it at once. */
public final class Cypher {
    private Cypher() {}

    /**
     * The syntax tree of one statement; names are not resolved.
     *
     * @throws org.thetisdb.value.ThetisException with the place in the text, if it is not Cypher
     */
    public static Statement parse(String text) {
        return Parser.parse(text);
    }

    /** The copy that a text is about, if its first word is COPY; other texts are hardly looked at. */
    public static Optional<CopyTree> copy(String text) {
        boolean possible = text.regionMatches(true, firstWord(text), "COPY", 0, 4);
        return possible && Lexer.scan(text).isWord(0, "COPY") && parse(text).body() instanceof CopyTree copy
                ? Optional.of(copy)
                : Optional.empty();
    }

    /** Where the text begins after white space and comments. */
    private static int firstWord(String text) {
        int at = 0;
        while (at < text.length()) {
            int end = -1;
            if (text.startsWith("//", at)) {
                end = text.indexOf('\n', at);
            } else if (text.startsWith("/*", at)) {
                end = text.indexOf("*/", at) + 1;
            } else if (text.charAt(at) <= ' ') {
                end = at;
            }
            if (end < at) {
                break;
            }
            at = end + 1;
        }
        return at;
    }

    /**
     * The meaning of one statement.
     *
     * @throws org.thetisdb.value.ThetisException with the place in the text, if it is not Cypher, is not valid, or
     *     uses what is not supported yet
     */
    public static BoundQuery bind(String text, CallableCatalog callables) {
        return QueryBinder.bind(parse(text), callables, Optional.empty());
    }

    /**
     * The meaning of a text whose literals become parameters where they can, so that other texts of its shape may share
     * a plan with it; see {@link BoundQuery#literals}.
     *
     * @throws org.thetisdb.value.ThetisException as {@link #bind(String, CallableCatalog)}
     */
    public static BoundQuery bind(QueryLiterals literals, CallableCatalog callables) {
        Statement statement = parse(literals.source().text());
        return QueryBinder.bind(statement, callables, Optional.of(literals));
    }

    /** As {@link #bind(String, CallableCatalog)} where nothing else can be called. */
    public static BoundQuery bind(String text) {
        return bind(text, CallableCatalog.NONE);
    }
}
