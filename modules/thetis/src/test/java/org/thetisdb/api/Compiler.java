package org.thetisdb.api;

import com.github.luben.zstd.Zstd;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.thetisdb.Database;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.importer.Importer;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ThetisException;
import tools.jackson.core.JsonParser;

/** Runs this JDK's compiler, and knows where the modules are that a user's build finds as dependencies. Stateless. */
public final class Compiler {
    private Compiler() {}

    /** What javac says; nothing if all compiles without a warning. */
    public static String run(String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments);
        return said.toString();
    }

    /** All modules of Thetis that ship in the library, and those that they require, if only to be compiled. */
    public static String modulePath() {
        return Stream.of(
                        Database.class,
                        Importer.class,
                        ThetisException.class,
                        ScalarFunction.class,
                        FileSystem.class,
                        GraphStore.class,
                        QueryEngine.class,
                        Cypher.class,
                        Zstd.class,
                        JsonParser.class,
                        NullMarked.class)
                .map(Compiler::placeOf)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
