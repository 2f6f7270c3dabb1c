package org.thetisdb.engine.scan;

import java.util.Optional;
import java.util.OptionalInt;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Catalog;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the index that a plan has chosen. */
final class ChosenIndex {
    private ChosenIndex() {}

    /** The index in the worker's snapshot. Plans are made again when indexes change, but a run may be late. */
    static Catalog.IndexDescriptor of(Worker worker, String label, String property) {
        Catalog catalog = worker.snapshot().catalog();
        OptionalInt labelId = catalog.labelId(label);
        OptionalInt propertyKeyId = catalog.propertyKeyId(property);
        if (labelId.isPresent() && propertyKeyId.isPresent()) {
            Optional<Catalog.IndexDescriptor> found = catalog.index(labelId.getAsInt(), propertyKeyId.getAsInt());
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new ThetisException(
                ErrorCode.TRANSACTION_CONFLICT,
                "an index was dropped just when a query was about to use it: label=" + label + ", property=" + property
                        + "; run the query again");
    }
}
