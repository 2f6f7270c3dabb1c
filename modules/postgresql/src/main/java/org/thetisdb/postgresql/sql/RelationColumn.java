package org.thetisdb.postgresql.sql;

import java.util.function.Supplier;
import org.thetisdb.postgresql.type.PgType;

/**
 * A column of what FROM names.
 *
 * @param name of the column
 * @param cypher how it is read; asked for when all joins are known
 * @param type of its values
 * @param table the number of its table; 0 if it has none
 * @param place in the table, from 1; 0 if it has none
 */
record RelationColumn(String name, Supplier<String> cypher, PgType type, int table, int place) {}
