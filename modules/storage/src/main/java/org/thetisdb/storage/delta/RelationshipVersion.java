package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;

/** A relationship's properties as one transaction left them. Immutable. */
final class RelationshipVersion extends Version<RelationshipVersion> {
    private final Properties properties;

    /**
     * A version on top of a chain.
     *
     * @param stamp who wrote it
     * @param older the version before; null if that is what the relationship was made with
     * @param properties all that were changed since the relationship's base, with null for a removed one
     */
    RelationshipVersion(Stamp stamp, @Nullable RelationshipVersion older, Properties properties) {
        super(stamp, older);
        this.properties = properties;
    }

    Properties properties() {
        return properties;
    }
}
