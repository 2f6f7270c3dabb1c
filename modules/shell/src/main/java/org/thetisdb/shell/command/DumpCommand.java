package org.thetisdb.shell.command;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.Database;
import org.thetisdb.DumpResult;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;

/** {@code thetis dump}: writes a graph as statements or as CSV files. */
public final class DumpCommand {
    private final Output output;

    public DumpCommand(Output output) {
        this.output = output;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse("dump", words, DatabaseArguments.with("--format", "--to"), List.of());
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        String format = arguments.value("--format").orElse("cypher");
        if (!List.of("cypher", "csv").contains(format)) {
            throw arguments.usage("option --format takes cypher or csv, not " + format);
        }
        Path target = Path.of(arguments
                .value("--to")
                .orElseThrow(() -> arguments.usage("the target is missing: give --to FILE, or --to DIR for csv")));
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments))) {
            run(database, format, target);
        }
        return 0;
    }

    /**
     * Dumps, and tells what was written and how it is read again.
     *
     * @param format {@code cypher} or {@code csv}
     */
    public void run(Database database, String format, Path target) {
        long start = System.nanoTime();
        DumpResult result = format.equals("csv") ? database.dumpCsv(target) : database.dumpCypher(target);
        output.println("wrote " + Figures.counted(result.nodeCount(), "node") + " and "
                + Figures.counted(result.relationshipCount(), "relationship") + " of revision "
                + Figures.grouped(result.revision()) + " to " + result.target() + ": "
                + Figures.bytes(result.bytes()) + " in " + Figures.time(System.nanoTime() - start));
        if (format.equals("csv")) {
            output.println("read it by `thetis import NEW --data " + target + "`"
                    + (result.schemaStatements() == 0
                            ? ""
                            : ", then make its indexes, constraints and extensions by `thetis query NEW --file "
                                    + target.resolve("schema.cypher") + "`"));
        } else {
            output.println("read it by `thetis create NEW`, then `thetis query NEW --file " + target + "`");
        }
    }
}
