package org.thetisdb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.bench.duckdb.DuckDb;
import org.thetisdb.bench.snb.SnbSchema;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;

class DuckDbTextTest {
    /** The highest number of each group of queries. */
    private static final Map<String, Integer> GROUPS = Map.of("is", 7, "ic", 14, "bi", 18, "lsqb", 9, "adhoc", 36);

    @TempDir
    private Path directory;

    @Test
    void numbered_parameterUsedTwice_hasOneNumber() {
        DuckDbText text = DuckDbText.numbered("WHERE a < $endDate AND b = $tag AND c < $endDate");
        assertThat(text.sql()).isEqualTo("WHERE a < $1 AND b = $2 AND c < $1");
        assertThat(text.parameters()).containsExactly("endDate", "tag");
    }

    @Test
    void skipReason_queryWithoutText_hasOne() {
        DuckDbPeer peer = new DuckDbPeer(1);
        assertThat(peer.skipReason("bi-15")).isPresent();
        assertThat(peer.skipReason("is-1")).isEmpty();
    }

    @Test
    void of_everyQuery_fitsTheTables() throws IOException, SQLException {
        emptyFiles();
        try (Connection connection = DuckDb.connect("", "256MiB", 1)) {
            DuckDbFiles.load(connection, directory);
            for (Map.Entry<String, Integer> group : GROUPS.entrySet()) {
                for (int number = 1; number <= group.getValue(); number++) {
                    if (!group.getKey().equals("bi") || number != 15) {
                        prepare(connection, group.getKey() + "-" + number);
                    }
                }
            }
        }
    }

    private static void prepare(Connection connection, String query) throws SQLException {
        DuckDbText text = DuckDbText.of(query).orElseThrow();
        try (PreparedStatement statement = connection.prepareStatement(text.sql())) {
            assertThat(statement.getParameterMetaData().getParameterCount())
                    .as(query)
                    .isEqualTo(text.parameters().size());
        }
    }

    private void emptyFiles() throws IOException {
        String columns = "id|type|name|url|title|creationDate|firstName|lastName|gender|birthday|locationIP|browserUsed"
                + "|language|email|imageFile|content|length";
        for (NodeFile node : SnbSchema.NODES) {
            Files.write(directory.resolve(node.file() + ".csv"), List.of(columns));
        }
        for (RelationshipFile relationship : SnbSchema.RELATIONSHIPS) {
            Files.write(
                    directory.resolve(relationship.file() + ".csv"),
                    List.of("source|target|creationDate|classYear|workFrom"));
        }
    }
}
