package org.thetisdb.h2;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A process that commits a row at a time until it is killed, and prints the number of each when it is committed. */
final class WritingProcess {
    private WritingProcess() {}

    /** The arguments are the folder and the number of the last row that is there. */
    public static void main(String[] arguments) throws IOException, SQLException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Pages pages = Pages.register(Path.of(arguments[0]), Pages.TINY);
                Connection connection = DriverManager.getConnection(pages.url("killed") + ";WRITE_DELAY=0", "sa", "")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS t(id BIGINT PRIMARY KEY, s VARCHAR)");
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (long id = Long.parseLong(arguments[1]) + 1; id < Integer.MAX_VALUE; id++) {
                    insert.setLong(1, id);
                    insert.setString(2, "row " + id + " " + "x".repeat((int) (id % 500)));
                    insert.executeUpdate();
                    out.println(id);
                }
            }
        }
    }
}
