package org.thetisdb.session;

import java.util.Map;

/**
 * A statement to be run.
 *
 * @param text of Cypher
 * @param parameters values as the engine has them, by name
 */
public record StatementText(String text, Map<String, Object> parameters) {}
