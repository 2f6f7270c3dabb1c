package org.thetisdb.bench.snb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;
import org.thetisdb.snb.CsvLines;

/**
 * The files of one snapshot in either layout, read as one sequence of node rows and relationship rows. A relationship
 * that is a foreign-key column is handed out beside the node row that holds it. Fields are raw: quotes included.
 */
public final class SnapshotFiles {
    /** Receives the rows. Called by one thread; a call with a header precedes the rows of its kind. */
    public interface Sink {
        /** The property columns of the nodes to come. */
        void nodeHeader(NodeFile file, List<String> columns) throws IOException;

        /** One node: the raw fields of the columns announced. */
        void node(NodeFile file, List<String> fields) throws IOException;

        /** The property columns of the relationships to come; {@code creationDate} first, if there is one. */
        void relationshipHeader(RelationshipFile file, List<String> properties) throws IOException;

        /** One relationship: ids of its ends, raw fields of the properties announced. */
        void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties)
                throws IOException;
    }

    private record ForeignKey(RelationshipFile file, int columnIndex) {}

    private final Path directory;

    private SnapshotFiles(Path directory) {
        this.directory = directory;
    }

    static SnapshotFiles of(Path directory) {
        return new SnapshotFiles(directory);
    }

    /** The folder that holds {@code static} and {@code dynamic}. */
    public Path directory() {
        return directory;
    }

    /** Reads all node files, with the relationships in their columns, then all relationship files. */
    public void read(Sink sink) throws IOException {
        for (NodeFile node : SnbSchema.NODES) {
            readNodes(node, sink);
        }
        for (RelationshipFile relationship : SnbSchema.RELATIONSHIPS) {
            Optional<Path> file = locate(relationship.file());
            if (file.isPresent()) {
                readRelationships(relationship, file.get(), sink);
            }
        }
    }

    /** The file of that name, whatever its folder and compression, or nothing in the other layout. */
    public Optional<Path> locate(String name) {
        for (String folder : List.of("static", "dynamic")) {
            for (String extension : List.of(".csv", ".csv.gz", ".csv.zst")) {
                Path file = directory.resolve(folder).resolve(name + extension);
                if (Files.exists(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private void readNodes(NodeFile node, Sink sink) throws IOException {
        Path file = locate(node.file())
                .orElseThrow(
                        () -> new IOException("a data file is missing: name=" + node.file() + ".csv in " + directory));
        try (CsvLines lines = new CsvLines(file)) {
            List<String> columns = CsvLines.rawFields(lines.next());
            int idIndex = columns.indexOf("id");
            int dateIndex = columns.indexOf("creationDate");
            List<Integer> propertyIndexes = new ArrayList<>();
            List<ForeignKey> foreignKeys = new ArrayList<>();
            for (int index = 0; index < columns.size(); index++) {
                Optional<RelationshipFile> foreignKey = SnbSchema.foreignKey(node.file(), columns.get(index));
                if (foreignKey.isPresent()) {
                    foreignKeys.add(new ForeignKey(foreignKey.get(), index));
                } else {
                    propertyIndexes.add(index);
                }
            }
            sink.nodeHeader(node, pick(columns, propertyIndexes));
            for (ForeignKey foreignKey : foreignKeys) {
                sink.relationshipHeader(foreignKey.file(), dateIndex < 0 ? List.of() : List.of("creationDate"));
            }
            for (String line = lines.next(); line != null; line = lines.next()) {
                List<String> fields = CsvLines.rawFields(line);
                sink.node(node, pick(fields, propertyIndexes));
                for (ForeignKey foreignKey : foreignKeys) {
                    String other = fields.get(foreignKey.columnIndex());
                    if (!other.isEmpty()) {
                        List<String> properties = dateIndex < 0 ? List.of() : List.of(fields.get(dateIndex));
                        boolean outgoing = foreignKey.file().source().equals(node.file());
                        String id = fields.get(idIndex);
                        sink.relationship(foreignKey.file(), outgoing ? id : other, outgoing ? other : id, properties);
                    }
                }
            }
        }
    }

    private static void readRelationships(RelationshipFile relationship, Path file, Sink sink) throws IOException {
        try (CsvLines lines = new CsvLines(file)) {
            List<String> columns = CsvLines.rawFields(lines.next());
            int sourceIndex = columns.getFirst().equals("creationDate") ? 1 : 0;
            List<Integer> propertyIndexes = new ArrayList<>();
            for (int index = 0; index < columns.size(); index++) {
                if (index != sourceIndex && index != sourceIndex + 1) {
                    propertyIndexes.add(index);
                }
            }
            sink.relationshipHeader(relationship, pick(columns, propertyIndexes));
            for (String line = lines.next(); line != null; line = lines.next()) {
                List<String> fields = CsvLines.rawFields(line);
                sink.relationship(
                        relationship,
                        fields.get(sourceIndex),
                        fields.get(sourceIndex + 1),
                        pick(fields, propertyIndexes));
            }
        }
    }

    private static List<String> pick(List<String> fields, List<Integer> indexes) {
        List<String> picked = new ArrayList<>(indexes.size());
        for (int index : indexes) {
            picked.add(fields.get(index));
        }
        return picked;
    }
}
