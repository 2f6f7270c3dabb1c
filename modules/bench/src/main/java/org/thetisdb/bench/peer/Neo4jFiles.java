package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.snb.SnapshotFiles;
import org.thetisdb.bench.snb.SnbSchema;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;

/** Writes a snapshot as the CSV files with typed headers that neo4j-admin imports. */
final class Neo4jFiles implements SnapshotFiles.Sink {
    private final DelimitedFiles files;
    private final List<String> importArguments = new ArrayList<>();

    private Neo4jFiles(DelimitedFiles files) {
        this.files = files;
    }

    /** Writes the files and returns the arguments {@code --nodes=…} and {@code --relationships=…} that name them. */
    static List<String> write(SnapshotFiles snapshot, Path directory) throws IOException {
        try (DelimitedFiles files = new DelimitedFiles(directory)) {
            Neo4jFiles writer = new Neo4jFiles(files);
            snapshot.read(writer);
            return List.copyOf(writer.importArguments);
        }
    }

    @Override
    public void nodeHeader(NodeFile file, List<String> columns) throws IOException {
        files.open(file.file());
        files.line(
                file.file(),
                columns.stream().map(column -> nodeColumn(file, column)).toList(),
                List.of());
        importArguments.add("--nodes=" + String.join(":", file.labels()) + "=" + files.path(file.file()));
    }

    private static String nodeColumn(NodeFile file, String column) {
        boolean person = file.file().equals("Person");
        return switch (column) {
            case "id" -> "id:ID(" + file.idSpace() + "){id-type:long}";
            case "type" -> ":LABEL";
            case "creationDate" -> "creationDate:datetime";
            case "birthday" -> "birthday:date";
            case "length" -> "length:long";
            case "email" -> "email:string[]";
            case "language" -> person ? "speaks:string[]" : "language:string";
            default -> column + ":string";
        };
    }

    @Override
    public void node(NodeFile file, List<String> fields) throws IOException {
        files.line(file.file(), fields, List.of());
    }

    @Override
    public void relationshipHeader(RelationshipFile file, List<String> properties) throws IOException {
        files.open(file.file());
        String source = SnbSchema.node(file.source()).idSpace();
        String target = SnbSchema.node(file.target()).idSpace();
        files.line(
                file.file(),
                List.of(":START_ID(" + source + ")", ":END_ID(" + target + ")"),
                properties.stream().map(Neo4jFiles::relationshipColumn).toList());
        importArguments.add("--relationships=" + file.type() + "=" + files.path(file.file()));
    }

    private static String relationshipColumn(String column) {
        return column.equals("creationDate") ? "creationDate:datetime" : column + ":long";
    }

    @Override
    public void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties)
            throws IOException {
        files.line(file.file(), List.of(sourceId, targetId), properties);
    }
}
