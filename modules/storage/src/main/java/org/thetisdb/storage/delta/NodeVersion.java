package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;

/** A node as one transaction left it. Immutable. */
final class NodeVersion extends Version<NodeVersion> {
    private final int labelSet;
    private final int formerLabelSet;
    private final boolean fresh;
    private final Properties properties;

    /**
     * A version on top of a chain.
     *
     * @param stamp who wrote it
     * @param older the version before; null if that is the base's, or none
     * @param labelSet its labels; {@link GraphReader#NO_NODE} if it was deleted
     * @param formerLabelSet the labels before it was deleted; {@code labelSet} if it was not
     * @param fresh whether the base has none of its properties, because the node was made since
     * @param properties all that were changed since the base, with null for a removed one
     */
    NodeVersion(
            Stamp stamp,
            @Nullable NodeVersion older,
            int labelSet,
            int formerLabelSet,
            boolean fresh,
            Properties properties) {
        super(stamp, older);
        this.labelSet = labelSet;
        this.formerLabelSet = formerLabelSet;
        this.fresh = fresh;
        this.properties = properties;
    }

    int labelSet() {
        return labelSet;
    }

    int formerLabelSet() {
        return formerLabelSet;
    }

    boolean fresh() {
        return fresh;
    }

    Properties properties() {
        return properties;
    }

    boolean exists() {
        return labelSet != GraphReader.NO_NODE;
    }
}
