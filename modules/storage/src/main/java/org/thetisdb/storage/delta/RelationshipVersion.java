package org.thetisdb.storage.delta;

/**
 * A relationship's properties as one transaction left them. Immutable.
 *
 * @param stamp who wrote it
 * @param older the version before; null if that is what the relationship was made with
 * @param properties all that were changed since the relationship's base, with null for a removed one
 */
record RelationshipVersion(Stamp stamp, RelationshipVersion older, Properties properties) {}
