package org.thetisdb.importer.load;

import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.plan.TableFile;

/** A piece of work for a worker. */
sealed interface WorkItem {
    /** Rows of a table of nodes. {@code header} tells that the first row holds names. */
    record NodeRows(int table, TableFile file, CsvBlock block, boolean header) implements WorkItem {}

    /** Rows of a table of relationships. */
    record RelationshipRows(int table, TableFile file, CsvBlock block, boolean header) implements WorkItem {}

    /** Rows put off, of a foreign key of a table of nodes. */
    record Deferred(int table, int foreignKey, byte[] chunk) implements WorkItem {}

    /** There is no more work. */
    record End() implements WorkItem {}
}
