package org.thetisdb.io.system;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the system says of this process' memory. */
public final class ProcessMaps {
    private ProcessMaps() {}

    /** A fact of the mapping that holds an address, such as {@code Rss} or {@code VmFlags}. */
    public static String fact(String name, MemorySegment memory) throws IOException {
        boolean isHere = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] ends = line.substring(0, line.indexOf(' ')).split("-", 2);
                isHere = Long.parseLong(ends[0], 16) <= memory.address()
                        && memory.address() < Long.parseLong(ends[1], 16);
            } else if (isHere && line.startsWith(name + ":")) {
                return line.substring(name.length() + 1).strip();
            }
        }
        throw new AssertionError("no mapping has the address, or no such fact: name=" + name);
    }
}
