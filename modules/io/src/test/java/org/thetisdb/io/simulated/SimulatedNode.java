package org.thetisdb.io.simulated;

import java.util.TreeMap;

/** What a name in a directory stands for. Nodes keep their identity through renames. */
sealed interface SimulatedNode {
    /** In the order of creation, so that what is random does not depend on hash codes. */
    int number();

    /** A file and its bytes as processes see them. */
    record FileNode(int number, SimulatedContent content) implements SimulatedNode {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** A directory and its names as processes see them. */
    record DirectoryNode(int number, TreeMap<String, SimulatedNode> entries) implements SimulatedNode {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }
}
