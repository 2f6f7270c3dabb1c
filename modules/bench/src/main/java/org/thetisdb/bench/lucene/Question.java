package org.thetisdb.bench.lucene;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/** Kinds of queries; each wants the ten best, and says what it found as a number. */
enum Question {
    /** A word, and what is stored of the documents. */
    TERM {
        @Override
        long ask(IndexSearcher searcher, Random random) throws IOException {
            TopDocs found = searcher.search(new TermQuery(word(random, 20, 20_000)), HITS);
            StoredFields stored = searcher.storedFields();
            for (ScoreDoc hit : found.scoreDocs) {
                stored.prefetch(hit.doc);
            }
            long digest = digest(found);
            for (ScoreDoc hit : found.scoreDocs) {
                digest = digest * FACTOR
                        + stored.document(hit.doc).get(IndexBuilder.ID).hashCode();
            }
            return digest;
        }
    },
    /** Two frequent words, one after the other. */
    PHRASE {
        @Override
        long ask(IndexSearcher searcher, Random random) throws IOException {
            String first = Words.ofRanks(random, 1, 60);
            PhraseQuery query = new PhraseQuery(IndexBuilder.BODY, first, Words.ofRanks(random, 1, 60));
            return digest(searcher.search(query, HITS));
        }
    },
    /** All documents of half a percent of the time. */
    RANGE {
        @Override
        long ask(IndexSearcher searcher, Random random) throws IOException {
            int width = IndexBuilder.TIME_MAX / 200;
            long from = random.nextInt(IndexBuilder.TIME_MAX - width);
            return digest(searcher.search(
                    LongPoint.newRangeQuery(IndexBuilder.TIME, from, from + width),
                    new TopScoreDocCollectorManager(HITS, Integer.MAX_VALUE)));
        }
    },
    /** The cheapest of those with a word. */
    SORT {
        @Override
        long ask(IndexSearcher searcher, Random random) throws IOException {
            Sort sort = new Sort(new SortField(IndexBuilder.PRICE, SortField.Type.LONG));
            return digest(searcher.search(new TermQuery(word(random, 5, 500)), HITS, sort));
        }
    },
    /** The nearest vectors. */
    KNN {
        @Override
        long ask(IndexSearcher searcher, Random random) throws IOException {
            return digest(
                    searcher.search(new KnnFloatVectorQuery(IndexBuilder.VECTOR, Vectors.next(random), HITS), HITS));
        }
    };

    private static final int HITS = 10;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /**
     * Asks once.
     *
     * @return a digest of the answer
     */
    abstract long ask(IndexSearcher searcher, Random random) throws IOException;

    private static Term word(Random random, int leastRank, int mostRank) {
        return new Term(IndexBuilder.BODY, Words.ofRanks(random, leastRank, mostRank));
    }

    private static long digest(TopDocs found) {
        long digest = found.totalHits.value();
        for (ScoreDoc hit : found.scoreDocs) {
            digest = (digest * FACTOR + hit.doc) * FACTOR + Float.floatToIntBits(hit.score);
        }
        return digest;
    }
}
