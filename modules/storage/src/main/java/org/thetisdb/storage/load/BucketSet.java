package org.thetisdb.storage.load;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All buckets of one side. Thread safe. */
final class BucketSet {
    private final Map<Long, Bucket> buckets = new ConcurrentHashMap<>();

    Bucket bucket(int type, int chunk) {
        return buckets.computeIfAbsent((long) type << 32 | chunk, key -> new Bucket(type, chunk));
    }

    /** By type, then by chunk. */
    List<Bucket> inOrder() {
        return buckets.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }
}
