package org.thetisdb.lucene;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import org.thetisdb.io.PageCache;

/** A process that commits until it is killed, and prints the number of each commit when it is done. */
final class IndexingProcess {
    private IndexingProcess() {}

    /** The arguments are the index's path and the number of the last commit that is there. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (PageCache cache = TestPages.cache(TestPages.TINY);
                PageCacheDirectory directory =
                        TestPages.directory(Path.of(arguments[0]), cache, TestPages.PAGE_BYTES_MIN);
                IndexWriter writer = NumberedIndex.open(directory)) {
            for (int commit = Integer.parseInt(arguments[1]) + 1; commit < Integer.MAX_VALUE; commit++) {
                NumberedIndex.commit(writer, commit);
                out.println(commit);
            }
        }
    }
}
