package org.thetisdb.bench.snb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;

class SnapshotFilesTest {
    @TempDir
    private Path directory;

    private static final class Recorder implements SnapshotFiles.Sink {
        private final List<String> relationships = new ArrayList<>();
        private final List<String> nodes = new ArrayList<>();

        @Override
        public void nodeHeader(NodeFile file, List<String> columns) {}

        @Override
        public void node(NodeFile file, List<String> fields) {
            nodes.add(file.file() + fields);
        }

        @Override
        public void relationshipHeader(RelationshipFile file, List<String> properties) {}

        @Override
        public void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties) {
            relationships.add(sourceId + " " + file.type() + " " + targetId + properties);
        }
    }

    private void file(String name, String... lines) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }

    private void emptyNodeFiles() throws IOException {
        for (NodeFile node : SnbSchema.NODES) {
            file("dynamic/" + node.file() + ".csv", "id");
        }
    }

    @Test
    void read_bothLayouts_sameRelationships() throws IOException {
        emptyNodeFiles();
        file(
                "dynamic/Post.csv",
                "creationDate|id|content|CreatorPersonId|ContainerForumId",
                "2010|7|\"a|\"\"b\"\"\"|1|3");
        Recorder merged = new Recorder();
        SnapshotFiles.of(directory).read(merged);
        assertThat(merged.nodes).containsExactly("Post[2010, 7, \"a|\"\"b\"\"\"]");
        assertThat(merged.relationships).containsExactly("7 HAS_CREATOR 1[2010]", "3 CONTAINER_OF 7[2010]");

        file("dynamic/Post.csv", "creationDate|id|content", "2010|7|x");
        file("dynamic/Post_hasCreator_Person.csv", "creationDate|PostId|PersonId", "2010|7|1");
        file("dynamic/Forum_containerOf_Post.csv", "creationDate|ForumId|PostId", "2010|3|7");
        Recorder split = new Recorder();
        SnapshotFiles.of(directory).read(split);
        assertThat(split.relationships).containsExactlyInAnyOrderElementsOf(merged.relationships);
    }

    @Test
    void read_emptyForeignKey_noRelationship() throws IOException {
        emptyNodeFiles();
        file("dynamic/Comment.csv", "creationDate|id|ParentPostId|ParentCommentId", "2010|7||6", "2010|6|5|");
        Recorder recorder = new Recorder();
        SnapshotFiles.of(directory).read(recorder);
        assertThat(recorder.relationships).containsExactly("7 REPLY_OF 6[2010]", "6 REPLY_OF 5[2010]");
    }
}
