package org.thetisdb.snb;

import java.util.Map;

/**
 * One insert or delete, to be run as one transaction.
 *
 * @param query the text's name below {@code queries}, for instance {@code iu-7}
 * @param parameters its parameters, unmodifiable: null, Long, String, LocalDate, ZonedDateTime, or a List of Long,
 *     String or Map
 */
public record UpdateStatement(String query, Map<String, Object> parameters) {}
