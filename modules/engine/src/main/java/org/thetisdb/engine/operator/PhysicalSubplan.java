package org.thetisdb.engine.operator;

import java.util.List;

/**
 * The pipelines of a subplan, which one worker runs for a batch of outer rows at once. The last ones end in
 * {@link ReturnSpec}.
 *
 * @param rowSlot the hidden column of outer row numbers
 */
public record PhysicalSubplan(int rowSlot, List<Pipeline> pipelines) {
    public PhysicalSubplan {
        pipelines = List.copyOf(pipelines);
    }
}
