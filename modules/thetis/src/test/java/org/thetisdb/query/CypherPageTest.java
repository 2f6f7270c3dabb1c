package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Session;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.value.cases.TextCases;

/**
 * {@code docs/CYPHER.md} is what {@link CypherPage} makes of the tests, and leaves nothing out that the engine has.
 * With {@code -Dthetis.update=true} it is rewritten.
 */
class CypherPageTest {
    private static final Path OUTLINE =
            TextCases.project().resolve("modules/thetis/src/test/resources/org/thetisdb/query/cypher-page.md");
    private static final Path PAGE = TextCases.project().resolve("docs/CYPHER.md");

    @TempDir
    static Path folder;

    private static Map<String, String> procedures;
    private static CypherPage generator;
    private static String made;

    @BeforeAll
    static void make() throws IOException {
        procedures = procedures();
        generator = new CypherPage(
                FeatureFiles.read("org/thetisdb/query/features"), FeatureFiles.read("features"), procedures);
        made = generator.make(Files.readAllLines(OUTLINE));
    }

    private static Map<String, String> procedures() {
        Map<String, String> descriptions = new TreeMap<>();
        try (Database database = Database.create(folder.resolve("empty"), DatabaseOptions.byDefault());
                Session session = database.session()) {
            session.run("CALL dbms.procedures() YIELD signature, description")
                    .forEach(row -> descriptions.put(row.getString("signature"), row.getString("description")));
        }
        return descriptions;
    }

    @Test
    void page_isWhatTheTestsMakeOfIt() throws IOException {
        if (TextCases.updates()) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE))
                .as("write it anew with -Dthetis.update=true, and read what has changed")
                .isEqualTo(made);
    }

    @Test
    void page_namesEveryFunctionAndProcedure() {
        for (String name : FunctionCatalog.displayNames()) {
            assertThat(made).as("the outline leaves out a function").contains("| `" + name + "(");
        }
        for (String signature : procedures.keySet()) {
            assertThat(made).contains("| `" + signature.substring(0, signature.indexOf('(') + 1));
        }
    }

    /** A clause that is in no example would have been forgotten. */
    @Test
    void examples_useEveryKeyword() {
        String examples = generator.examples();
        for (String keyword : QueryText.keywords()) {
            assertThat(Pattern.compile("\\b" + keyword + "\\b", Pattern.CASE_INSENSITIVE)
                            .matcher(examples)
                            .find())
                    .as("no example of docs/CYPHER.md has the keyword %s", keyword)
                    .isTrue();
        }
    }
}
