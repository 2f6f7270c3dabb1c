package org.thetisdb.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds feature files on the class path, in a folder or in a jar. */
final class FeatureFiles {
    private FeatureFiles() {}

    /** All scenarios of the files below a folder that is a resource, by file name. */
    static List<Scenario> read(String folder) {
        URL url = FeatureFiles.class.getClassLoader().getResource(folder);
        if (url == null) {
            throw new IllegalStateException("no such resource: folder=" + folder);
        }
        try {
            if (url.getProtocol().equals("file")) {
                return readFolder(Path.of(url.toURI()));
            }
            URI jar = URI.create(url.toString().substring(0, url.toString().indexOf("!/")));
            try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
                return readFolder(files.getPath(folder));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Scenario> readFolder(Path folder) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted().toList()) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                if (name.endsWith(".feature")) {
                    scenarios.addAll(
                            FeatureReader.read(name.substring(0, name.length() - 8), Files.readAllLines(path)));
                }
            }
        }
        return scenarios;
    }
}
