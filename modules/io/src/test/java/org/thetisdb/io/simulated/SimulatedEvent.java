package org.thetisdb.io.simulated;

import org.thetisdb.io.simulated.SimulatedNode.DirectoryNode;
import org.thetisdb.io.simulated.SimulatedNode.FileNode;

/** What was asked of a simulated file system. */
sealed interface SimulatedEvent {
    /** Something that is lost at a crash unless it was forced, or the system was so kind. */
    sealed interface Change extends SimulatedEvent {}

    /** A change of a file's bytes or length. */
    sealed interface FileChange extends Change {
        FileNode file();
    }

    /** A change of names. */
    sealed interface NameChange extends Change {}

    record Write(FileNode file, long offset, byte[] bytes) implements FileChange {}

    record Truncate(FileNode file, long sizeBytes) implements FileChange {}

    /** A new name. */
    record Link(DirectoryNode directory, String name, SimulatedNode node) implements NameChange {}

    record Unlink(DirectoryNode directory, String name) implements NameChange {}

    record Rename(DirectoryNode from, String fromName, DirectoryNode to, String toName, SimulatedNode node)
            implements NameChange {}

    record Force(FileNode file) implements SimulatedEvent {}

    /** A force that was answered by an error: what was not forced before it may be lost for ever. */
    record FailedForce(FileNode file) implements SimulatedEvent {}

    record ForceDirectory(DirectoryNode directory) implements SimulatedEvent {}
}
