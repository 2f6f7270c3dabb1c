package org.thetisdb.lucene;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;

/** An index in which commit n has added documents 0 to n * {@link #DOCUMENTS_PER_COMMIT} - 1, and says n. */
final class NumberedIndex {
    static final int DOCUMENTS_PER_COMMIT = 7;

    private static final String COMMIT = "commit";
    private static final String NUMBER = "number";

    private NumberedIndex() {}

    static IndexWriter open(Directory directory) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setMergeScheduler(new SerialMergeScheduler());
        return new IndexWriter(directory, config);
    }

    /** Adds the documents of a commit, numbered from 1, and commits. */
    static void commit(IndexWriter writer, int commit) throws IOException {
        for (int i = 0; i < DOCUMENTS_PER_COMMIT; i++) {
            writer.addDocument(document((commit - 1) * DOCUMENTS_PER_COMMIT + i));
        }
        writer.setLiveCommitData(Map.of(COMMIT, Integer.toString(commit)).entrySet());
        writer.commit();
    }

    private static Document document(int number) {
        Document document = new Document();
        document.add(new StringField(NUMBER, Integer.toString(number), Field.Store.YES));
        document.add(new IntPoint("point", number));
        document.add(new NumericDocValuesField("value", number));
        document.add(new StoredField("text", "a text of some length ".repeat(number % 90)));
        document.add(new KnnFloatVectorField("vector", new float[] {number, 1, 2}));
        return document;
    }

    /** The last commit that is there, if the index is sound and holds what that commit has; 0 if there is none. */
    static int verify(Directory directory) throws IOException {
        if (!DirectoryReader.indexExists(directory)) {
            return 0;
        }
        checkIndex(directory);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            Map<String, String> data = new HashMap<>(reader.getIndexCommit().getUserData());
            int commit = Integer.parseInt(data.getOrDefault(COMMIT, "0"));
            int expected = commit * DOCUMENTS_PER_COMMIT;
            if (reader.numDocs() != expected) {
                throw new AssertionError("commit " + commit + " has " + reader.numDocs() + " documents");
            }
            IndexSearcher searcher = new IndexSearcher(reader);
            for (int number = 0; number < expected; number++) {
                if (searcher.count(new TermQuery(new Term(NUMBER, Integer.toString(number)))) != 1) {
                    throw new AssertionError("document " + number + " of commit " + commit + " is missing");
                }
            }
            return commit;
        }
    }

    private static void checkIndex(Directory directory) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (CheckIndex check = new CheckIndex(directory)) {
            check.setInfoStream(new PrintStream(output, true, StandardCharsets.UTF_8));
            check.setLevel(CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS);
            if (!check.checkIndex().clean) {
                throw new AssertionError("CheckIndex: " + output.toString(StandardCharsets.UTF_8));
            }
        }
    }
}
