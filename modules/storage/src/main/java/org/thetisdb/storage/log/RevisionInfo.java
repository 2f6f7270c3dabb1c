package org.thetisdb.storage.log;

import java.util.Optional;

/**
 * A commit without what it did.
 *
 * @param timeMillis when it was made, since 1970-01-01T00:00Z
 * @param message what its author said of it
 */
public record RevisionInfo(long revision, long timeMillis, Optional<String> message) {}
