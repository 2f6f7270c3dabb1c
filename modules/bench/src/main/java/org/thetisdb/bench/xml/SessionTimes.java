package org.thetisdb.bench.xml;

import java.util.List;

/**
 * The calls of one session.
 *
 * @param millis of each call, in their order
 * @param answer a digest of the texts that all of them gave
 * @param peakBytes the most memory that the process had, by the system, until the end of the session
 */
record SessionTimes(List<Double> millis, String answer, long peakBytes) {
    SessionTimes {
        millis = List.copyOf(millis);
    }
}
