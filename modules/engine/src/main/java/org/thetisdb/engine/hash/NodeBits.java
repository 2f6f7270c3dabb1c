package org.thetisdb.engine.hash;

import java.util.Arrays;
import org.thetisdb.storage.NodeIdLayout;

/**
 * A set of nodes as bits, a bitmap for each chunk that has some: 4 KiB where a table would take 16 to 32 bytes for each
 * node, for many nodes that lie close to each other.
 *
 * <pre>
 *   chunks    3    4    9        numbered in the order in which they come
 *   rows    [..x.][x.xx][.x..]   a bit for each row
 * </pre>
 *
 * <p>Threads: belongs to one while it is filled; after that several may read it.
 */
public final class NodeBits {
    /** What a chunk takes of which there is a node. */
    public static final long CHUNK_BYTES = NodeIdLayout.CHUNK_ROWS / Byte.SIZE + 16;

    private static final int CHUNK_WORDS = NodeIdLayout.CHUNK_ROWS / Long.SIZE;

    private final LongTable chunks = new LongTable();
    private long[][] rows = new long[16][];

    /** Adds a node: whether it is new. */
    public boolean add(long node) {
        int number = chunks.add(NodeIdLayout.chunk(node));
        if (number >= 0) {
            if (number == rows.length) {
                rows = Arrays.copyOf(rows, number * 2);
            }
            rows[number] = new long[CHUNK_WORDS];
        }
        long[] words = rows[number < 0 ? ~number : number];
        int row = NodeIdLayout.row(node);
        long former = words[row / Long.SIZE];
        words[row / Long.SIZE] = former | 1L << row;
        return former != words[row / Long.SIZE];
    }

    public boolean contains(long node) {
        int number = chunks.find(NodeIdLayout.chunk(node));
        int row = NodeIdLayout.row(node);
        return number >= 0 && (rows[number][row / Long.SIZE] >>> row & 1) != 0;
    }

    /** The memory that the bits take. */
    public long bytes() {
        return chunks.bytes() + CHUNK_BYTES * chunks.count();
    }
}
