package org.thetisdb.bench.duckdb;

/**
 * What a process of either may use.
 *
 * @param memoryMib Thetis' budget for all that it holds, DuckDB's {@code memory_limit}, in MiB
 * @param threadCount threads
 * @param times how often it asks its question; the first time is cold
 */
record Limits(int memoryMib, int threadCount, int times) {}
