package org.thetisdb.storage;

import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Makes and drops indexes, constraints and extensions, each in a commit of its own. A call returns when the index can
 * be asked, or the constraint holds; others read and write meanwhile, but transactions that had written before get {@link
 * ErrorCode#TRANSACTION_CONFLICT} when they commit.
 *
 * <p>Names are unique among indexes and constraints; an index that serves a constraint has the constraint's name.
 * Thread safe; one change at a time.
 */
public interface SchemaWriter {
    /**
     * Makes an index over the nodes with a label.
     *
     * @param name made of label and keys if there is none
     * @param ifNotExists whether it is no error if there is such an index, or something of that name
     * @return whether it was made
     * @throws ThetisException {@link ErrorCode#SCHEMA_EXISTS}
     */
    boolean createIndex(Optional<String> name, String label, List<String> propertyKeys, boolean ifNotExists);

    /**
     * Drops an index that serves no constraint.
     *
     * @param ifExists whether it is no error if there is none
     * @return whether there was one
     * @throws ThetisException {@link ErrorCode#SCHEMA_NOT_FOUND}, {@link ErrorCode#SCHEMA_EXISTS} if it serves a
     *     constraint
     */
    boolean dropIndex(String name, boolean ifExists);

    /**
     * Makes a constraint.
     *
     * @param onRelationships whether it is about relationships of a type; only {@link ConstraintKind#EXISTS} can be
     * @param ifNotExists whether it is no error if there is such a constraint, or something of that name
     * @return whether it was made
     * @throws ThetisException {@link ErrorCode#SCHEMA_EXISTS}, {@link ErrorCode#CONSTRAINT_VIOLATED} if the data does
     *     not keep to it, {@link ErrorCode#NOT_YET_SUPPORTED}
     */
    boolean createConstraint(
            Optional<String> name,
            ConstraintKind kind,
            boolean onRelationships,
            String labelOrType,
            List<String> propertyKeys,
            boolean ifNotExists);

    /**
     * Drops a constraint, and the index that serves it.
     *
     * @param ifExists whether it is no error if there is none
     * @return whether there was one
     * @throws ThetisException {@link ErrorCode#SCHEMA_NOT_FOUND}
     */
    boolean dropConstraint(String name, boolean ifExists);

    /**
     * Puts an extension into the database.
     *
     * @param trusted whether it may do anything
     * @param jar all of its jar; not changed by anybody from then on
     * @param replace whether one of that name is replaced, and has to be there; otherwise there must be none
     * @throws ThetisException {@link ErrorCode#SCHEMA_EXISTS}, {@link ErrorCode#SCHEMA_NOT_FOUND},
     *     {@link ErrorCode#LIMIT_EXCEEDED} if the jar is larger than {@link ExtensionJar#BYTES_MAX}
     */
    void putExtension(String name, boolean trusted, byte[] jar, boolean replace);

    /**
     * Takes an extension out of the database.
     *
     * @param ifExists whether it is no error if there is none
     * @return whether there was one
     * @throws ThetisException {@link ErrorCode#SCHEMA_NOT_FOUND}
     */
    boolean dropExtension(String name, boolean ifExists);
}
