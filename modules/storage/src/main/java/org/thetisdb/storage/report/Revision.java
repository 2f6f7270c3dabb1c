package org.thetisdb.storage.report;

import java.util.Optional;

/**
 * A commit.
 *
 * @param number counts commits; the first after an import is 2
 * @param timeMillis when it was committed, in milliseconds since 1970; never less than that of the revision before
 * @param message what its transaction had to say
 */
public record Revision(long number, long timeMillis, Optional<String> message) {}
