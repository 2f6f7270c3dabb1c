package org.thetisdb.xml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;

/** A database with the extension, in a folder of its own. Used by one thread. */
final class DocumentDatabase {
    private Path folder = Path.of("");
    private Database database;

    void open() {
        open(Duration.ZERO);
    }

    /** @param timeout of a query; zero for none */
    void open(Duration timeout) {
        try {
            folder = Files.createTempDirectory("thetis-xml");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        database = Database.create(
                folder.resolve("db"),
                DatabaseOptions.byDefault()
                        .withDurability(Durability.OFF)
                        .withThreadCount(2)
                        .withQueryTimeout(timeout));
        database.extend("xml").classes(XmlExtension.classes()).register();
    }

    Database database() {
        return database;
    }

    /** The first values of all rows. */
    List<Object> all(String statement, Map<String, Object> parameters) {
        List<Object> values = new ArrayList<>();
        try (Session session = database.session()) {
            for (Record row : session.run(statement, parameters).list()) {
                values.add(row.asMap().values().iterator().next());
            }
        }
        return values;
    }

    /** The value of the one row. */
    Object one(String statement, Map<String, Object> parameters) {
        return all(statement, parameters).getFirst();
    }

    /** A map of keys and values, which may be null. */
    Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int index = 0; index < keysAndValues.length; index += 2) {
            map.put((String) keysAndValues[index], keysAndValues[index + 1]);
        }
        return map;
    }

    void close() {
        database.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
