package org.thetisdb.engine.loop;

import java.util.Arrays;
import java.util.List;

/**
 * A {@link LoopShape} as bytes: all that its code depends on, and no value. Two shapes have the same key if, and only
 * if, they compute the same. What the numbers of kinds and operators mean is a matter of the engine's build. Immutable.
 *
 * <pre>
 *   each scalar, after its operands │ 0 │ leaves: how many, their numbers
 *   │ filters: how many; of each: how many, their numbers │ columns: how many, their numbers
 *   │ keys: how many, their numbers │ totals: how many; of each: function, 0 or 1 + the argument's number
 * </pre>
 */
public final class ShapeKey {
    private final byte[] bytes;
    private final int hash;

    private ShapeKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /**
     * The key of a shape that has everything but its key.
     *
     * @param scalars takes the shape's
     */
    static ShapeKey of(LoopShape shape, ScalarTable scalars) {
        KeyBytes described = new KeyBytes();
        KeyBytes structure = new KeyBytes().add(0);
        put(shape.leaves(), scalars, described, structure);
        structure.add(shape.filters().size());
        for (List<Scalar> conditions : shape.filters()) {
            put(conditions, scalars, described, structure);
        }
        put(shape.columns(), scalars, described, structure);
        put(shape.keys(), scalars, described, structure);
        structure.add(shape.totals().size());
        for (LoopShape.Total total : shape.totals()) {
            structure.add(total.function().ordinal());
            structure.add(
                    total.argument().isPresent()
                            ? 1 + scalars.put(total.argument().get(), described)
                            : 0);
        }
        described.add(structure);
        return new ShapeKey(described.toArray());
    }

    private static void put(List<? extends Scalar> all, ScalarTable scalars, KeyBytes described, KeyBytes structure) {
        structure.add(all.size());
        for (Scalar scalar : all) {
            structure.add(scalars.put(scalar, described));
        }
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShapeKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
