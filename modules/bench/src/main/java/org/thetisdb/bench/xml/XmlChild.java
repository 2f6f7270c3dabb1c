package org.thetisdb.bench.xml;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.Record;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.ResidentMemory;
import org.thetisdb.xml.XmlExtension;

/** A program with a database in it, from its start: two sessions, one after the other, each with some calls. */
public final class XmlChild {
    private static final String QUERY = "MATCH (d:Document) CALL xml.table(d.text, '//*[string-length(.) eq 6]',"
            + " ['string(.)']) YIELD row RETURN row[0] AS s";

    private XmlChild() {}

    /** Takes the database and the number of calls; prints a line for each session. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int calls = Integer.parseInt(arguments[1]);
        try (Database database = Database.open(Path.of(arguments[0]))) {
            database.extend("xml").classes(XmlExtension.classes()).register();
            for (int session = 0; session < 2; session++) {
                out.println(session(database, calls));
            }
        }
    }

    private static String session(Database database, int calls) {
        StringBuilder line = new StringBuilder();
        String answer = "";
        try (Session session = database.session()) {
            for (int call = 0; call < calls; call++) {
                long start = System.nanoTime();
                List<Record> rows = session.run(QUERY).list();
                line.append((System.nanoTime() - start) / 1e6).append(' ');
                Digest digest = new Digest();
                rows.forEach(row -> digest.add(row.getString("s")));
                answer = digest.text();
            }
        }
        return line + answer + " "
                + ResidentMemory.peakBytes(ProcessHandle.current().pid());
    }

    /** Makes the database with the document in it. */
    static void fill(Path directory, String document) {
        try (Database database = Database.create(directory);
                Session session = database.session()) {
            session.run("CREATE (:Document {name: 'pg_catalog', text: $text})", Map.of("text", document))
                    .consume();
            database.checkpoint();
        }
    }
}
