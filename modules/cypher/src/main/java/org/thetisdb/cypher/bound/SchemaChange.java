package org.thetisdb.cypher.bound;

import java.util.List;
import java.util.Optional;

/** A command that makes, changes or drops an index, a constraint or an extension. */
public sealed interface SchemaChange {
    /** The command's words, for plans and errors. */
    String words();

    /** An index over the nodes with a label; without a name it gets one derived from label and keys. */
    record CreateIndex(Optional<String> name, String label, List<String> propertyKeys, boolean ifNotExists)
            implements SchemaChange {
        public CreateIndex {
            propertyKeys = List.copyOf(propertyKeys);
        }

        @Override
        public String words() {
            return "CREATE INDEX";
        }
    }

    /** @param onRelationships whether it is about relationships of a type rather than nodes with a label */
    record CreateConstraint(
            Optional<String> name,
            ConstraintKind kind,
            boolean onRelationships,
            String labelOrType,
            List<String> propertyKeys,
            boolean ifNotExists)
            implements SchemaChange {
        public CreateConstraint {
            propertyKeys = List.copyOf(propertyKeys);
        }

        @Override
        public String words() {
            return "CREATE CONSTRAINT";
        }
    }

    record DropIndex(String name, boolean ifExists) implements SchemaChange {
        @Override
        public String words() {
            return "DROP INDEX";
        }
    }

    record DropConstraint(String name, boolean ifExists) implements SchemaChange {
        @Override
        public String words() {
            return "DROP CONSTRAINT";
        }
    }

    /** @param file place of the jar, as a query writes it */
    record CreateExtension(String name, String file, boolean trusted, boolean ifNotExists) implements SchemaChange {
        @Override
        public String words() {
            return "CREATE EXTENSION";
        }
    }

    /** @param file place of the jar that takes the other one's place */
    record UpdateExtension(String name, String file, boolean trusted) implements SchemaChange {
        @Override
        public String words() {
            return "ALTER EXTENSION";
        }
    }

    record DropExtension(String name, boolean ifExists) implements SchemaChange {
        @Override
        public String words() {
            return "DROP EXTENSION";
        }
    }

    /** UNIQUE: no two have equal values for all keys; EXISTS: each has a value for every key; KEY: both. */
    enum ConstraintKind {
        UNIQUE,
        EXISTS,
        KEY
    }
}
