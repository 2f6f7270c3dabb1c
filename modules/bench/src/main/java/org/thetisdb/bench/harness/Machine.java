package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What a reader must know about the machine to read the numbers. */
public final class Machine {
    private Machine() {}

    /** Two or three lines of markdown: processor, memory, kernel, Java. */
    public static String describe() {
        return String.format(
                Locale.ROOT,
                "- processor: %s, %d threads%n- memory: %s in all, heap of this process at most %d MiB%n"
                        + "- kernel: %s %s; Java: %s (%s)%n",
                firstValue("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                firstValue("/proc/meminfo", "MemTotal"),
                Runtime.getRuntime().maxMemory() >> 20,
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("java.runtime.version"),
                System.getProperty("java.vm.name"));
    }

    private static String firstValue(String file, String key) {
        try {
            for (String line : Files.readAllLines(Path.of(file))) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
                    return line.substring(colon + 1).strip();
                }
            }
        } catch (IOException notLinux) {
            return "unknown (" + notLinux.getMessage() + ")";
        }
        return "unknown";
    }
}
