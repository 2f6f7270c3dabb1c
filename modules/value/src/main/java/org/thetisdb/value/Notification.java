package org.thetisdb.value;

import java.util.Optional;

/**
 * A remark on a valid query: it may not mean what was intended, or may cost more than necessary.
 *
 * @param code what kind of remark, with severity and title
 * @param description what was found, by name, and what to do about it
 * @param position where in the query's text
 */
public record Notification(NotificationCode code, String description, Optional<ThetisException.Position> position) {}
