package org.thetisdb.fuzz;

import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.shrink.ScenarioText;

/**
 * Two oracles that disagree.
 *
 * @param command starts the program that found it
 * @param seed made the query
 * @param expectedBy the oracle that is believed
 * @param givenBy the oracle that is not
 * @param shrunk whether graph and query have been shrunk
 */
record Finding(
        String command,
        FuzzKind kind,
        long seed,
        String expectedBy,
        String givenBy,
        FuzzGraph graph,
        FuzzQuery query,
        Answer expected,
        Difference difference,
        boolean shrunk) {
    String replay() {
        return command + " " + kind.text() + " --seed " + seed + " --configuration " + expectedBy + "," + givenBy;
    }

    /** The same for findings that most likely have one cause. */
    String signature() {
        String words = query.text()
                .replaceAll("'[^']*'", "''")
                .replaceAll("\\b([A-Za-z_]+)\\d+\\b", "$1")
                .replaceAll("-?\\b\\d+(\\.\\d+)?\\b", "0");
        return difference.kind().equals("rows") || difference.kind().equals("error")
                ? words
                : difference.kind().replaceAll("\\d+", "0");
    }

    /** All that is known, as text. */
    String text() {
        return "# " + replay() + "\n"
                + "# " + givenBy + " differs from " + expectedBy + " in: " + difference.kind() + "\n"
                + "# " + difference.description().strip().replace("\n", "\n# ") + "\n\n"
                + ScenarioText.of("Seed " + seed + " of " + kind.text(), graph, query, expected);
    }
}
