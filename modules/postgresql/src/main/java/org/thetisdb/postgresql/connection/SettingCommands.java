package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.thetisdb.postgresql.statement.Statement;

/** SET and RESET, which the client is told of where it wants to know. */
final class SettingCommands {
    private final Settings settings;
    private final TransactionState transaction;
    private final Responses responses;

    SettingCommands(Settings settings, TransactionState transaction, Responses responses) {
        this.settings = settings;
        this.transaction = transaction;
        this.responses = responses;
    }

    void set(String name, Optional<String> value) throws IOException {
        report(settings.set(name, value));
        if (name.equals("default_transaction_read_only") || name.equals("transaction_read_only")) {
            boolean readOnly = settings.get(name).equals("on");
            Statement.TransactionMode mode = new Statement.TransactionMode(Optional.empty(), Optional.of(readOnly));
            if (name.startsWith("default")) {
                transaction.setSession(mode);
            } else if (transaction.isInBlock()) {
                transaction.set(mode);
            }
        }
    }

    private void report(String name) throws IOException {
        if (Settings.REPORTED.contains(name)) {
            responses.parameter(name, settings.get(name));
        }
    }

    /** RESET, of all if there is no name. */
    void reset(Optional<String> name) throws IOException {
        if (name.isPresent()) {
            set(name.get(), Optional.empty());
            return;
        }
        List<String> changed = settings.changed();
        settings.resetAll();
        transaction.setSession(new Statement.TransactionMode(Optional.empty(), Optional.of(false)));
        for (String each : changed) {
            report(each);
        }
    }
}
