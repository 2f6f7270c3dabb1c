package org.thetisdb.shell.prompt;

import java.util.List;
import org.thetisdb.CypherText;
import org.thetisdb.Database;
import org.thetisdb.Schema;
import org.thetisdb.shell.Output;

/** What {@code .schema} prints. */
final class SchemaReport {
    private final Output output;

    SchemaReport(Output output) {
        this.output = output;
    }

    void print(Database database) {
        Schema schema = database.schema();
        names("labels", schema.labels());
        names("relationship types", schema.types());
        names("property keys", schema.propertyKeys());
        output.println("indexes");
        for (Schema.Index index : schema.indexes()) {
            output.println("  :" + CypherText.name(index.label()) + "(" + CypherText.name(index.propertyKey()) + ")"
                    + (index.unique() ? " unique" : ""));
        }
    }

    private void names(String title, List<String> names) {
        output.println(title);
        for (String name : names) {
            output.println("  " + CypherText.name(name));
        }
    }
}
