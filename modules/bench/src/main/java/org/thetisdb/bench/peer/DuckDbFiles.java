package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.thetisdb.bench.snb.SnapshotFiles;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;

/**
 * Writes a snapshot of either layout as the CSV files that {@code duckdb/load.sql} makes tables of: one per kind of
 * node, one per kind of relationship with the columns {@code source} and {@code target}, then its properties.
 */
final class DuckDbFiles implements SnapshotFiles.Sink {
    private final DelimitedFiles files;

    private DuckDbFiles(DelimitedFiles files) {
        this.files = files;
    }

    /** Writes the files into a folder. */
    static void write(SnapshotFiles snapshot, Path directory) throws IOException {
        try (DelimitedFiles files = new DelimitedFiles(directory)) {
            snapshot.read(new DuckDbFiles(files));
        }
    }

    /** Makes the tables of the files in a folder, in a database that has none. */
    static void load(Connection connection, Path directory) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET file_search_path = '" + directory + "'");
            statement.execute(TextResource.read("duckdb/load.sql").orElseThrow());
            statement.execute("CHECKPOINT");
        }
    }

    @Override
    public void nodeHeader(NodeFile file, List<String> columns) throws IOException {
        files.open(file.file());
        files.line(file.file(), columns, List.of());
    }

    @Override
    public void node(NodeFile file, List<String> fields) throws IOException {
        files.line(file.file(), fields, List.of());
    }

    @Override
    public void relationshipHeader(RelationshipFile file, List<String> properties) throws IOException {
        files.open(file.file());
        files.line(file.file(), List.of("source", "target"), properties);
    }

    @Override
    public void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties)
            throws IOException {
        files.line(file.file(), List.of(sourceId, targetId), properties);
    }
}
