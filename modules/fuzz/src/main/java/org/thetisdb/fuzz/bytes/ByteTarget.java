package org.thetisdb.fuzz.bytes;

import java.util.Locale;
import java.util.Optional;

/** What takes bytes; the class of each is among the tests of its module. */
enum ByteTarget {
    LEXER("cypher", "org.thetisdb.cypher.LexerFuzz", Optional.of("org/thetisdb/cypher/accepted.txt")),
    CYPHER("cypher", "org.thetisdb.cypher.CypherFuzz", Optional.of("org/thetisdb/cypher/accepted.txt")),
    CSV("interchange", "org.thetisdb.importer.csv.RowSplitterFuzz", Optional.empty()),
    MAPPING("interchange", "org.thetisdb.importer.plan.MappingReaderFuzz", Optional.empty()),
    LOG("storage", "org.thetisdb.storage.transaction.LogFuzz", Optional.empty()),
    DATA("storage", "org.thetisdb.storage.transaction.DataFileFuzz", Optional.empty());

    private final String module;
    private final String className;
    private final Optional<String> lines;

    ByteTarget(String module, String className, Optional<String> lines) {
        this.module = module;
        this.className = className;
        this.lines = lines;
    }

    /** As the command line names it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    String className() {
        return className;
    }

    /** The module among whose tests it is. */
    String module() {
        return module;
    }

    /** The resource with the inputs that are kept: a line of Base64 each. */
    String keptInputs() {
        return className.replace('.', '/') + ".txt";
    }

    /** A resource whose lines are good inputs as they are. */
    Optional<String> lines() {
        return lines;
    }
}
