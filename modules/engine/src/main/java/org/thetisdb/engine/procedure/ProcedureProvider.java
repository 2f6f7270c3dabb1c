package org.thetisdb.engine.procedure;

import java.util.List;

/** Gives an engine procedures beyond its own. */
@FunctionalInterface
public interface ProcedureProvider {
    /** None. */
    ProcedureProvider NONE = List::of;

    /** The procedures; asked for once, when the engine is made. */
    List<Procedure> procedures();
}
