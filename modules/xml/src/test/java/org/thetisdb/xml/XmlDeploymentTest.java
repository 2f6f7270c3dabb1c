package org.thetisdb.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import net.sf.saxon.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.value.ThetisException;
import org.xmlresolver.XMLResolver;
import tools.jackson.core.JsonParser;

/**
 * Goal: the extension lies in a database as one jar, with the libraries in it, and goes for good when it is dropped.
 * Method: a jar that is made of the same parts as the one that is published.
 */
final class XmlDeploymentTest {
    @TempDir
    private Path folder;

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** As the POM has it: without signatures and descriptions of modules, and without what the database has. */
    private Path jar() throws IOException {
        Path jar = folder.resolve("xml.jar");
        Set<String> names = new HashSet<>();
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            Path own = place(XmlExtension.class);
            try (Stream<Path> all = Files.walk(own)) {
                for (Path each : all.filter(Files::isRegularFile).toList()) {
                    put(zip, names, own.relativize(each).toString(), Files.readAllBytes(each));
                }
            }
            for (Class<?> library : List.of(Configuration.class, XMLResolver.class, JsonParser.class)) {
                try (ZipFile from = new ZipFile(place(library).toFile())) {
                    for (ZipEntry each : Collections.list(from.entries())) {
                        if (!each.isDirectory() && !each.getName().matches("META-INF/.*\\.(SF|RSA)")) {
                            try (InputStream bytes = from.getInputStream(each)) {
                                put(zip, names, each.getName(), bytes.readAllBytes());
                            }
                        }
                    }
                }
            }
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, Set<String> names, String name, byte[] bytes) throws IOException {
        if (!name.endsWith("module-info.class") && names.add(name)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(bytes);
            zip.closeEntry();
        }
    }

    private static DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(2)
                .withTrustedExtensions(true);
    }

    private static List<Object> all(Database database, String statement) {
        List<Object> values = new ArrayList<>();
        try (Session session = database.session()) {
            session.run(statement, Map.of("d", "<a><b>1</b><b>2</b></a>"))
                    .list()
                    .forEach(row -> values.add(row.asMap().values().iterator().next()));
        }
        return values;
    }

    @Test
    void jar_isPartOfTheDatabase_andGoes() throws Exception {
        Path jar = jar();
        Path place = folder.resolve("db");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (Database database = Database.create(place, options())) {
            assertThatThrownBy(() -> all(database, "CREATE EXTENSION xml FROM '" + jar + "'"))
                    .isInstanceOf(ThetisException.class);
            all(database, "CREATE EXTENSION xml FROM '" + jar + "' WITH TRUST");
            loaders.add(use(database));
            all(database, "ALTER EXTENSION xml UPDATE FROM '" + jar + "' WITH TRUST");
            loaders.add(use(database));
        }
        try (Database database = Database.open(place, options())) {
            loaders.add(use(database));
            all(database, "DROP EXTENSION xml");
            assertThatThrownBy(() -> use(database)).hasMessageContaining("no function");
            for (int turn = 0; turn < 20 && left(loaders) > 0; turn++) {
                System.gc();
                all(database, "RETURN " + turn);
            }
            assertThat(left(loaders)).isZero();
        }
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(each -> each.get() != null).count();
    }

    /** Uses all that has state, and gives the loader of the classes. */
    private static WeakReference<ClassLoader> use(Database database) {
        assertThat(all(database, "RETURN xml.values($d, '//b/string-length(.)') AS x"))
                .containsExactly(List.of(1L, 1L));
        assertThat(all(database, "CALL xml.table($d, '//b', {t: 'number(.)'}) YIELD row RETURN row.t AS x"))
                .containsExactly(1.0, 2.0);
        assertThat(all(database, "RETURN xml.query($d, 'sort(//b/xs:integer(.))', {}) AS x"))
                .containsExactly(List.of(1L, 2L));
        assertThat(all(
                        database,
                        "RETURN xml.transform($d, \"<s:stylesheet version='3.0'"
                                + " xmlns:s='http://www.w3.org/1999/XSL/Transform'>"
                                + "<s:output method='text'/></s:stylesheet>\","
                                + " {}) AS x"))
                .containsExactly("12");
        // Computed names and namespaces have Saxon check URIs, which it remembers for each thread.
        assertThat(all(
                        database,
                        "RETURN xml.query($d, 'xs:anyURI(concat(\"http://\", //b[1])),"
                                + " resolve-uri(\"a\", \"http://b/c\"),"
                                + " element {QName(\"urn:x\", \"y\")} {namespace p {\"urn:q\"}}', {}) AS x"))
                .containsExactly(List.of("http://1", "http://b/a", "<y xmlns=\"urn:x\" xmlns:p=\"urn:q\"/>"));
        assertThat(all(database, "RETURN xml.text(xml.parse($d)) AS x")).containsExactly("<a><b>1</b><b>2</b></a>");
        assertThat(all(database, "RETURN json.values('[1, 2]', '$[?@ > 1]') AS x"))
                .containsExactly(List.of(2L));
        assertThat(all(database, "UNWIND [1] AS x RETURN json.document({id: 1, kind: 'null'}) AS x"))
                .containsExactly("null");
        try {
            all(database, "RETURN xml.value('<a', '1') AS x");
            throw new AssertionError("that is no document");
        } catch (ThetisException failure) {
            return new WeakReference<>(loader(failure));
        }
    }

    private static ClassLoader loader(ThetisException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each.getClass().getSimpleName().equals("DocumentException")) {
                assertThat(each.getClass().getClassLoader()).isNotSameAs(XmlExtension.class.getClassLoader());
                return each.getClass().getClassLoader();
            }
        }
        throw failure;
    }
}
