package org.thetisdb.bench.pressure;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.bench.snb.QueryCase;

/**
 * A query with one set of parameters, as it goes to a process that has no reader of JSON.
 *
 * @param query its name
 * @param text in Cypher
 * @param parameters numbers, texts, times and lists of them
 */
record AskedQuery(String query, String text, HashMap<String, Object> parameters) implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    static void write(Path file, List<QueryCase> cases) throws IOException {
        List<AskedQuery> all = new ArrayList<>();
        cases.forEach(each -> all.add(new AskedQuery(each.query(), each.text(), new HashMap<>(each.parameters()))));
        try (ObjectOutputStream stream = new ObjectOutputStream(Files.newOutputStream(file))) {
            stream.writeInt(all.size());
            for (AskedQuery asked : all) {
                stream.writeObject(asked);
            }
        }
    }

    static List<AskedQuery> read(Path file) throws IOException {
        List<AskedQuery> all = new ArrayList<>();
        try (InputStream bytes = Files.newInputStream(file);
                ObjectInputStream stream = new ObjectInputStream(bytes)) {
            for (int left = stream.readInt(); left > 0; left--) {
                all.add((AskedQuery) stream.readObject());
            }
        } catch (ClassNotFoundException otherBuild) {
            throw new IOException("not a file of queries: file=" + file, otherBuild);
        }
        return all;
    }

    Map<String, Object> asParameters() {
        return Map.copyOf(parameters);
    }
}
