package org.example.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.extension.Change;
import org.thetisdb.extension.Changes;
import org.thetisdb.extension.RefusalException;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.StatementContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.extension.Trigger;
import org.thetisdb.extension.TriggerContext;
import org.thetisdb.extension.TriggerPhase;

/** What a bank wants of its graph. */
public final class Accounts {
    private Accounts() {}

    /** A scalar function: the last four characters, and stars for the others. */
    @ScalarFunction(name = "bank.masked", description = "the end of a number, and stars before it")
    public static String masked(String number) {
        int shown = Math.min(4, number.length());
        return "*".repeat(number.length() - shown) + number.substring(number.length() - shown);
    }

    /** A row of {@code bank.plan}. */
    public record Payment(long month, double amount, double left) {}

    /** A procedure: a row for each month in which a loan is paid back. */
    @TableProcedure(name = "bank.plan", description = "how a loan is paid back, month by month")
    public static List<Payment> plan(double loan, double yearlyRate, int months) {
        double rate = yearlyRate / 12;
        double amount = rate == 0 ? loan / months : loan * rate / (1 - Math.pow(1 + rate, -months));
        double left = loan;
        List<Payment> payments = new ArrayList<>();
        for (long month = 1; month <= months; month++) {
            left += left * rate - amount;
            payments.add(new Payment(month, cents(amount), cents(Math.max(0, left))));
        }
        return payments;
    }

    /** A row of {@code bank.transfer}: what an account has afterwards. */
    public record Balance(String account, long balance) {}

    /** A procedure that runs statements: they are in the transaction of whoever calls it. */
    @TableProcedure(name = "bank.transfer", writes = true, description = "moves money from one account to another")
    public static List<Balance> transfer(StatementContext context, String from, String to, long amount) {
        List<Map<String, Object>> changed = context.run("""
                UNWIND [[$from, -$amount], [$to, $amount]] AS part
                MATCH (a:Account {number: part[0]})
                SET a.balance = a.balance + part[1]
                RETURN a.number AS number, a.balance AS balance
                """, Map.of("from", from, "to", to, "amount", amount));
        if (changed.size() != 2) {
            throw new IllegalArgumentException("there is no such account: from=" + masked(from) + ", to=" + masked(to));
        }
        return changed.stream()
                .map(each -> new Balance(masked((String) each.get("number")), (Long) each.get("balance")))
                .toList();
    }

    private static double cents(double amount) {
        return Math.round(amount * 100) / 100.0;
    }

    /** A constraint that may be violated until the commit: what an account is worth does not go below its limit. */
    @Trigger(
            name = "bank.limit",
            phase = TriggerPhase.CONSTRAINT,
            labels = "Account",
            description = "no account is below its limit")
    public static void limit(Changes changes) {
        for (Change each : changes) {
            if (each.kind() == Change.Kind.DELETED) {
                continue;
            }
            long balance = (Long) each.after().getOrDefault("balance", 0L);
            long limit = (Long) each.after().getOrDefault("limit", 0L);
            if (balance < -limit) {
                throw new RefusalException("the account is below its limit: number="
                        + masked((String) each.after().get("number")) + ", balance=" + balance + ", limit=" + limit);
            }
        }
    }

    /** A trigger that writes: each change of a balance leaves an entry at the account. */
    @Trigger(
            name = "bank.entry",
            phase = TriggerPhase.COMMIT,
            labels = "Account",
            description = "an entry for each change of a balance")
    public static void entry(TriggerContext context, Changes changes) {
        List<Map<String, Object>> entries = changes.stream()
                .filter(each -> each.kind() != Change.Kind.DELETED && each.changedKeys().contains("balance"))
                .<Map<String, Object>>map(each -> Map.of(
                        "account", each.elementId(),
                        "before", each.before().getOrDefault("balance", 0L),
                        "after", each.after().getOrDefault("balance", 0L)))
                .toList();
        context.run("""
                UNWIND $entries AS entry
                MATCH (a) WHERE elementId(a) = entry.account
                CREATE (a)-[:HAS]->(:Entry {amount: entry.after - entry.before})
                """, Map.of("entries", entries));
    }
}
