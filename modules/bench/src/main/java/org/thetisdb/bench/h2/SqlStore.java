package org.thetisdb.bench.h2;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** H2, embedded. */
final class SqlStore implements Store {
    private final String url;
    private final Connection owner;

    SqlStore(String url) {
        this.url = url;
        try {
            this.owner = DriverManager.getConnection(url, "sa", "");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private interface Action<T> {
        T run() throws SQLException;
    }

    private static <T> T ask(Action<T> action) {
        try {
            return action.run();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void run(String sql) {
        ask(() -> {
            try (java.sql.Statement statement = owner.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    @Override
    public void define(Statement statement) {
        run(statement.sql());
    }

    @Override
    public Client connect() {
        return ask(() -> new SqlClient(DriverManager.getConnection(url, "sa", "")));
    }

    @Override
    public void closeCompact() {
        run("SHUTDOWN COMPACT");
        close();
    }

    @Override
    public void close() {
        ask(() -> {
            owner.close();
            return true;
        });
    }

    private static final class SqlClient implements Client {
        private final Connection connection;
        private final Map<Statement, PreparedStatement> prepared = new EnumMap<>(Statement.class);

        SqlClient(Connection connection) {
            this.connection = connection;
        }

        private PreparedStatement prepare(Statement statement, Object[] parameters) throws SQLException {
            PreparedStatement known = prepared.get(statement);
            if (known == null) {
                known = connection.prepareStatement(statement.sql());
                prepared.put(statement, known);
            }
            for (int i = 0; i < parameters.length; i++) {
                known.setObject(i + 1, parameters[i]);
            }
            return known;
        }

        @Override
        public void writeAll(Statement statement, List<Object[]> rows) {
            ask(() -> {
                connection.setAutoCommit(false);
                PreparedStatement last = null;
                for (Object[] row : rows) {
                    last = prepare(statement, row);
                    last.addBatch();
                }
                if (last != null) {
                    last.executeBatch();
                }
                connection.commit();
                connection.setAutoCommit(true);
                return rows.size();
            });
        }

        @Override
        public void change(Statement statement, Object... parameters) {
            ask(() -> prepare(statement, parameters).executeUpdate());
        }

        @Override
        public long read(Statement statement, Object... parameters) {
            return ask(() -> {
                Digest digest = new Digest();
                try (ResultSet rows = prepare(statement, parameters).executeQuery()) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        for (int column = 1; column <= columns; column++) {
                            digest.value(rows.getObject(column));
                        }
                        digest.endRow();
                    }
                }
                return digest.sum();
            });
        }

        @Override
        public void close() {
            ask(() -> {
                connection.close();
                return true;
            });
        }
    }
}
