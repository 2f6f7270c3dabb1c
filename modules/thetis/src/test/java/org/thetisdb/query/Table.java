package org.thetisdb.query;

import java.util.List;

/** A query's answer: its columns and rows of values. */
record Table(List<String> columns, List<List<Object>> rows) {}
