package org.thetisdb.bench.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Makes the index: the same documents for the same number of them. */
final class IndexBuilder {
    static final String BODY = "body";
    static final String ID = "id";
    static final String TIME = "time";
    static final String PRICE = "price";
    static final String VECTOR = "vector";

    /** Times are from 0 to this. */
    static final int TIME_MAX = 1_000_000_000;

    private static final int BODY_WORDS = 40;
    private static final long SEED = 42;
    private static final double BUFFER_MEBIBYTES = 256;

    private IndexBuilder() {}

    static void build(Path path, int documentCount) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setRAMBufferSizeMB(BUFFER_MEBIBYTES);
        Random random = new Random(SEED);
        try (Directory directory = FSDirectory.open(path);
                IndexWriter writer = new IndexWriter(directory, config)) {
            for (int number = 0; number < documentCount; number++) {
                writer.addDocument(document(number, random));
            }
            writer.commit();
        }
    }

    private static Document document(int number, Random random) {
        String body = IntStream.range(0, BODY_WORDS)
                .mapToObj(_ -> Words.ofText(random))
                .collect(Collectors.joining(" "));
        Document document = new Document();
        document.add(new StringField(ID, Integer.toString(number), Field.Store.YES));
        document.add(new TextField(BODY, body, Field.Store.YES));
        document.add(new LongPoint(TIME, random.nextInt(TIME_MAX)));
        document.add(new NumericDocValuesField(PRICE, random.nextInt()));
        document.add(new KnnFloatVectorField(VECTOR, Vectors.next(random), VectorSimilarityFunction.EUCLIDEAN));
        return document;
    }
}
