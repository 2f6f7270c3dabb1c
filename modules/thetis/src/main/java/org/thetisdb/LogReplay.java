package org.thetisdb;

/**
 * What was read from the log when a database was opened: what had been committed since the last checkpoint. See {@link
 * Database#replayed}.
 *
 * @param records records of the log, one for each commit and each new name
 * @param bytes their length
 */
public record LogReplay(long records, long bytes) {}
