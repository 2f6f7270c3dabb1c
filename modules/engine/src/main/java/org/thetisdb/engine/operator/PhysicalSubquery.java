package org.thetisdb.engine.operator;

/**
 * The subplan of a subquery in an expression.
 *
 * @param collectedSlot the column that COLLECT takes; {@link org.thetisdb.engine.pipeline.Batch#NO_SLOT} for others
 * @param multiplicitySlots for COUNT, the columns whose product tells how often a row counts
 */
public record PhysicalSubquery(PhysicalSubplan subplan, int collectedSlot, int[] multiplicitySlots) {
    public PhysicalSubquery {
        multiplicitySlots = multiplicitySlots.clone();
    }
}
