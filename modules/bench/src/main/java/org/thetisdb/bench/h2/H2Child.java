package org.thetisdb.bench.h2;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One contender at one benchmark, or making its data: a process of its own, which writes down how long it took. */
final class H2Child {
    /** In the place of a benchmark: the data are to be made. */
    static final String PREPARE = "prepare:";

    private H2Child() {}

    /**
     * The arguments: contender, benchmark, the folder with its data, one to work in, memory in bytes, factor, shots,
     * seconds of a shot that counts operations, the output.
     */
    public static void main(String[] arguments) throws Exception {
        Contender.Opener opener = Contender.valueOf(arguments[0]).opener(Long.parseLong(arguments[4]));
        Path prepared = Path.of(arguments[2]);
        Path folder = Path.of(arguments[3]);
        Sizes sizes = new Sizes(Double.parseDouble(arguments[5]));
        List<String> lines = new ArrayList<>();
        if (arguments[1].startsWith(PREPARE)) {
            Store store = opener.open(prepared);
            Data.valueOf(arguments[1].substring(PREPARE.length())).insert(store, sizes);
            store.closeCompact();
        } else {
            Task task = Task.named(arguments[1]);
            long shotNanos = Long.parseLong(arguments[7]) * 1_000_000_000L;
            try (Setting setting = new Setting(opener, prepared, folder, sizes, shotNanos)) {
                for (int number = 0; number < Integer.parseInt(arguments[6]); number++) {
                    Shot shot = task.run(setting);
                    lines.add(number + " " + shot.value() + " " + Long.toHexString(shot.digest()));
                }
            }
        }
        Files.write(Path.of(arguments[8]), lines);
    }
}
