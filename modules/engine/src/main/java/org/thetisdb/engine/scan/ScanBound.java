package org.thetisdb.engine.scan;

import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.storage.ZoneMap;

/** What a run has learnt about which values of a property are still wanted. Any thread. */
@FunctionalInterface
public interface ScanBound {
    /** Nothing. */
    ScanBound NONE = zone -> false;

    /** Whether no value of a zone is wanted. */
    boolean excludes(ZoneMap zone);

    /** A sink that learns it from the rows that it gets. */
    interface Teacher {
        /** What is learnt in a run. */
        ScanBound bound(Assembly assembly);
    }
}
