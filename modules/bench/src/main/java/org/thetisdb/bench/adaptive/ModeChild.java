package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.thetisdb.bench.compare.CompareData;
import org.thetisdb.bench.snb.QueryCase;

/** The program of a process that has one mode. Its argument is the file of its {@link ModeOrder}. */
public final class ModeChild {
    private ModeChild() {}

    /** Carries out the order, and writes the {@link ModeResult}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        ModeOrder order = ModeOrder.read(Path.of(arguments[0]));
        ModeNotes notes = new ModeNotes();
        task(order.part()).run(order, queries(order), notes);
        notes.result().write(Path.of(order.result()));
    }

    private static ModeTask task(Part part) {
        return switch (part) {
            case RUNS -> new RunTimes();
            case SHORT -> new ShortTimes();
            case HOPS -> new HopTimes();
            case MODES -> new RowShares();
            case FIRST_SECONDS -> new FirstSeconds();
        };
    }

    private static List<List<QueryCase>> queries(ModeOrder order) throws IOException {
        if (order.queries().isEmpty()) {
            return List.of();
        }
        Map<String, List<QueryCase>> cases = CompareData.of(order.data(), Path.of(order.project()), System.out)
                .cases();
        return order.queries().stream()
                .filter(cases::containsKey)
                .map(cases::get)
                .toList();
    }
}
