package org.thetisdb.value;

import java.util.Optional;

/**
 * A remark on a query that is right and was run: it may not mean what was meant, or may cost more than it has to.
 *
 * @param code what kind of remark, with severity and title
 * @param description what was found, in a sentence that names it, and what to do about it
 * @param position where in the query's text
 */
public record Notification(NotificationCode code, String description, Optional<ThetisException.Position> position) {}
