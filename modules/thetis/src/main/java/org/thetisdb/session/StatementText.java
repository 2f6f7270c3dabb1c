package org.thetisdb.session;

import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.query.QueryHandle;

/**
 * A statement to be run.
 *
 * @param text of Cypher
 * @param parameters values as the engine has them, by name
 * @param prepared what is known of the text already
 */
public record StatementText(String text, Map<String, Object> parameters, Optional<QueryHandle> prepared) {
    /** A text that was not prepared. */
    public StatementText(String text, Map<String, Object> parameters) {
        this(text, parameters, Optional.empty());
    }
}
