package org.thetisdb.storage.transaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Something that was done to one file of a directory, or to two that were swapped.
 *
 * @param name of the file, relative to the directory
 * @param what was done to it
 * @param files all files afterwards
 */
record FileDamage(String name, String what, TreeMap<String, byte[]> files) {
    /** Everything that is to be tried of a file's content: where to cut it and which bits to flip. */
    record Depth(int cuts, int flips) {}

    /**
     * All pairs: every file with every other file of the directory in its place and the other way round, with every
     * other version of itself, and each kind of damage.
     *
     * @param others directories whose files of the same name are put in, by what they are
     */
    static List<FileDamage> all(
            TreeMap<String, byte[]> files, Map<String, TreeMap<String, byte[]>> others, Depth depth, long seed) {
        List<FileDamage> all = new ArrayList<>();
        for (String name : files.keySet()) {
            all.add(with(files, name, "deleted", null));
            for (String other : files.keySet()) {
                if (!other.equals(name)) {
                    all.add(with(files, name, "replaced by " + other, files.get(other)));
                }
                if (other.compareTo(name) > 0) {
                    FileDamage swapped = with(files, name, "swapped with " + other, files.get(other));
                    swapped.files.put(other, files.get(name));
                    all.add(swapped);
                }
            }
            others.forEach((what, directory) -> {
                byte[] bytes = directory.get(name);
                if (bytes != null && !Arrays.equals(bytes, files.get(name))) {
                    all.add(with(files, name, "replaced by that of " + what, bytes));
                }
            });
            lengths(files, name, depth, new Random(seed), all);
            flips(files, name, depth, new Random(seed), all);
        }
        return all;
    }

    private static FileDamage with(TreeMap<String, byte[]> files, String name, String what, byte[] bytes) {
        TreeMap<String, byte[]> changed = new TreeMap<>(files);
        if (bytes == null) {
            changed.remove(name);
        } else {
            changed.put(name, bytes);
        }
        return new FileDamage(name, what, changed);
    }

    private static void lengths(
            TreeMap<String, byte[]> files, String name, Depth depth, Random random, List<FileDamage> all) {
        byte[] bytes = files.get(name);
        int length = bytes.length;
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0, 1, 63, 64, 4096, 8192, 16384, length / 2, length - 1));
        random.ints(depth.cuts(), 0, length).forEach(cuts::add);
        for (int cut : cuts) {
            if (cut < length) {
                all.add(with(files, name, "cut to " + cut + " of " + length + " bytes", Arrays.copyOf(bytes, cut)));
            }
        }
        for (int more : new int[] {1, 4096, 16384}) {
            byte[] longer = Arrays.copyOf(bytes, length + more);
            all.add(with(files, name, "longer by " + more + " zeros", longer));
            byte[] repeated = longer.clone();
            System.arraycopy(bytes, Math.max(0, length - more), repeated, length, Math.min(more, length));
            all.add(with(files, name, "longer by its last " + more + " bytes", repeated));
        }
    }

    private static void flips(
            TreeMap<String, byte[]> files, String name, Depth depth, Random random, List<FileDamage> all) {
        long bits = files.get(name).length * 8L;
        for (int flip = 0; flip < depth.flips(); flip++) {
            long bit = bits * flip / depth.flips() + random.nextLong(Math.max(1, bits / depth.flips()));
            byte[] bytes = files.get(name).clone();
            bytes[(int) (bit >>> 3)] ^= (byte) (1 << (bit & 7));
            all.add(with(files, name, "bit " + bit + " flipped", bytes));
        }
    }

    @Override
    public String toString() {
        return name + " " + what;
    }
}
