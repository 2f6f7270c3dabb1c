package org.thetisdb.storage.report;

/**
 * What was read from the log when the database was opened: what had been committed since the last checkpoint.
 *
 * @param records records of the log, one for each commit and each new name
 */
public record LogReplay(long records, long bytes) {}
