package org.thetisdb.storage.log;

import java.util.List;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.ExtensionDescriptor;
import org.thetisdb.storage.ExtensionJar;

/**
 * One change of the schema as a commit carries it. Names are unique among indexes and constraints together,
 * and among extensions.
 */
public sealed interface SchemaChange {
    /** The index's, constraint's or extension's name. */
    String name();

    /**
     * An index is maintained from this commit on; it may be asked after its {@link IndexOnline}.
     *
     * @param labelId of the nodes in it
     * @param keyIds property key ids in the order of comparison
     * @param unique whether it serves a constraint
     */
    record CreateIndex(String name, int labelId, List<Integer> keyIds, boolean unique) implements SchemaChange {
        public CreateIndex {
            keyIds = List.copyOf(keyIds);
        }
    }

    /** An index is gone. */
    record DropIndex(String name) implements SchemaChange {}

    /**
     * A constraint holds from this commit on.
     *
     * @param onRelationships whether {@code labelOrTypeId} is a relationship type, else it is a label
     * @param keyIds property key ids
     */
    record CreateConstraint(
            String name, ConstraintKind kind, boolean onRelationships, int labelOrTypeId, List<Integer> keyIds)
            implements SchemaChange {
        public CreateConstraint {
            keyIds = List.copyOf(keyIds);
        }
    }

    /** A constraint is gone. */
    record DropConstraint(String name) implements SchemaChange {}

    /** An index has all that was there before it was created, and may be asked. */
    record IndexOnline(String name) implements SchemaChange {}

    /**
     * An extension is there, in place of the one of its name if there is one.
     *
     * @param trusted whether it may do anything
     * @param jar all of its jar; not changed by anybody
     */
    record PutExtension(String name, boolean trusted, byte[] jar) implements SchemaChange {
        /** It as the catalog has it, its jar in memory. */
        public ExtensionDescriptor descriptor() {
            return new ExtensionDescriptor(name, trusted, ExtensionJar.digest(jar), jar::clone);
        }
    }

    /** An extension is gone. */
    record DropExtension(String name) implements SchemaChange {}
}
