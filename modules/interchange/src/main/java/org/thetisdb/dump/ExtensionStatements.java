package org.thetisdb.dump;

import java.util.Base64;
import java.util.List;
import org.thetisdb.cypher.QueryText;
import org.thetisdb.storage.Catalog.ExtensionDescriptor;
import org.thetisdb.storage.ExtensionJar;

/** Extensions as the statements that bring them back, with their jars in them. Stateless. */
final class ExtensionStatements {
    private ExtensionStatements() {}

    /** Writes one for each, and reads no jar before it is written. */
    static void write(List<ExtensionDescriptor> extensions, TextFile file) {
        for (ExtensionDescriptor each : extensions) {
            file.text()
                    .append("CREATE EXTENSION ")
                    .append(QueryText.name(each.name()))
                    .append(" IF NOT EXISTS FROM '")
                    .append(ExtensionJar.DATA_URL)
                    .append(Base64.getEncoder().encodeToString(each.jar().bytes()))
                    .append(each.trusted() ? "' WITH TRUST;\n" : "';\n");
            file.passOn();
        }
    }
}
