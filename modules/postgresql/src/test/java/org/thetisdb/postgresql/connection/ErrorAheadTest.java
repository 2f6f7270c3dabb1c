package org.thetisdb.postgresql.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.Result;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.statement.Statement.TransactionMode;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.postgresql.wire.MessageWriter;

/**
 * Goal: an error of a row that was read ahead is that row's, and nobody's if nobody fetches it. Method: rows that fail
 * at a known place, since a query computes thousands of rows together.
 */
class ErrorAheadTest {
    private static final List<ResultColumn> COLUMNS = List.of(ResultColumn.of("n", PgType.INT8));
    private static final RowsAhead.Form TEXT = new RowsAhead.Form(List.of(), ZoneOffset.UTC);

    private final PostgresFailure divided = PostgresFailure.of(SqlState.DIVISION_BY_ZERO, "division by zero");
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final MessageWriter output = new MessageWriter(sent);
    private final RowWriter target = new RowWriter(output, COLUMNS, _ -> 0, ZoneOffset.UTC);

    private RowSource failingAfter(int count) {
        Iterator<List<Object>> rows = IntStream.iterate(1, n -> n + 1)
                .mapToObj(n -> {
                    if (n > count) {
                        throw divided;
                    }
                    return List.<Object>of((long) n);
                })
                .iterator();
        return new RowSource.OfList(rows);
    }

    @Test
    void error_amongRowsAhead_comesInPlaceOfItsRow() throws IOException {
        RowsAhead ahead = new RowsAhead(COLUMNS, () -> 0);
        RowSource rows = failingAfter(700);
        ahead.expect(1000, 0, TEXT);
        PostgresFailure thrown = null;
        while (ahead.isWanted()) {
            thrown = catchThrowableOfType(PostgresFailure.class, () -> ahead.read(rows));
            Optional.ofNullable(thrown).ifPresent(ahead::fail);
        }
        assertThat(thrown).isSameAs(divided);
        assertThat(ahead.write(target, output, TEXT, 500)).isEqualTo(500);
        assertThat(ahead.write(target, output, TEXT, 200)).isEqualTo(200);
        assertThat(catchThrowableOfType(PostgresFailure.class, () -> ahead.write(target, output, TEXT, 1)))
                .hasMessageContaining("division by zero");
        output.send();
        // Each row is a letter, a length, a number of columns, and a value behind its length: 11 bytes and the digits.
        assertThat(sent.size()).isEqualTo(700 * 11 + 9 + 2 * 90 + 3 * 601);
    }

    @Test
    void error_thatNobodyReaches_isNobodys(@TempDir Path folder) throws IOException {
        try (Database database = Database.create(folder.resolve("graph.thetis"))) {
            TransactionState transaction = new TransactionState(database);
            transaction.begin(TransactionMode.ANY);
            consume(transaction, "CREATE (:Kept)");
            Optional<PostgresFailure> failure = transaction.tryAhead(() -> consume(transaction, "RETURN 1 / 0"));
            assertThat(failure.orElseThrow().state()).isEqualTo(SqlState.DIVISION_BY_ZERO);
            consume(transaction, "CREATE (:Kept)");
            assertThat(transaction.commit()).isTrue();
            try (Result result = transaction.run("MATCH (n:Kept) RETURN count(*) AS c", Map.of())) {
                assertThat(result.single().getLong("c")).isEqualTo(2);
            }
            transaction.close();
        }
    }

    private static void consume(TransactionState transaction, String statement) {
        transaction.run(statement, Map.of()).consume();
    }
}
