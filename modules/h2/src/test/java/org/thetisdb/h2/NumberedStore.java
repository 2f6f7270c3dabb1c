package org.thetisdb.h2;

import java.util.Map;
import java.util.Random;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** H2's store, in which commit n has changed some of the values to n, and says which. */
final class NumberedStore {
    static final int KEYS = 400;

    private static final String COMMIT = "commit";

    private NumberedStore() {}

    static MVStore open(String name) {
        MVStore store = new MVStore.Builder()
                .fileName(name)
                .autoCommitDisabled()
                .cacheSize(1)
                .pageSplitSize(1_000)
                .open();
        store.setRetentionTime(0);
        return store;
    }

    /** The keys that a commit changes, always the same ones for the same commit. */
    private static int[] keys(int commit) {
        return new Random(commit).ints(30, 0, KEYS).toArray();
    }

    private static String value(int commit, int key) {
        return "value of " + key + " by " + commit + " ".repeat((commit * 31 + key) % 300);
    }

    /** Changes the values of a commit, commits, and returns when that is on the device. */
    static void commit(MVStore store, int commit) {
        MVMap<Integer, String> values = store.openMap("values");
        for (int key : keys(commit)) {
            values.put(key, value(commit, key));
        }
        store.<String, Integer>openMap("numbers").put(COMMIT, commit);
        store.commit();
        store.sync();
    }

    /** The last commit that is there, if there is all that it and those before have changed; 0 if there is none. */
    static int verify(MVStore store) {
        int commit = store.<String, Integer>openMap("numbers").getOrDefault(COMMIT, 0);
        int[] last = new int[KEYS];
        for (int each = 1; each <= commit; each++) {
            for (int key : keys(each)) {
                last[key] = each;
            }
        }
        Map<Integer, String> values = store.openMap("values");
        for (int key = 0; key < KEYS; key++) {
            String expected = last[key] == 0 ? null : value(last[key], key);
            String found = values.get(key);
            if (expected == null ? found != null : !expected.equals(found)) {
                throw new AssertionError(
                        "commit " + commit + ", key " + key + ": expected=" + expected + ", found=" + found);
            }
        }
        return commit;
    }
}
