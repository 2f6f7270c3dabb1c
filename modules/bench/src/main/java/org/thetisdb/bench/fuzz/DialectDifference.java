package org.thetisdb.bench.fuzz;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.thetisdb.fuzz.query.FuzzQuery;

/**
 * Where Neo4j 2026.08 and Thetis differ without either being wrong by openCypher, or where Thetis does so on purpose.
 * Queries that such a difference concerns are not compared.
 */
enum DialectDifference {
    ;

    private final String reason;
    private final Pattern concerned;

    DialectDifference(String reason, String concerned) {
        this.reason = reason;
        this.concerned = Pattern.compile(concerned, Pattern.DOTALL);
    }

    /** Why nobody is wrong. */
    String reason() {
        return reason;
    }

    /** The first that concerns a query. */
    static Optional<DialectDifference> of(FuzzQuery query) {
        String text = query.text();
        return Arrays.stream(values())
                .filter(each -> each.concerned.matcher(text).find())
                .findFirst();
    }
}
