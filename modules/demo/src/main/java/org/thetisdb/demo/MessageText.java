package org.thetisdb.demo;

import java.nio.charset.StandardCharsets;

/**
 * Writes the text of one message at a time: word salad of a wished length that names its tags. ASCII only, so that
 * bytes are characters. Belongs to one thread.
 */
final class MessageText {
    private static final int TEXT_MAX = 2000;
    private static final byte[] ABOUT = "About ".getBytes(StandardCharsets.US_ASCII);

    private final byte[][] salad = WordLists.encoded(WordLists.words("salad"));
    private final byte[][] shortAnswers = WordLists.encoded(WordLists.words("short"));
    private final byte[][] tagNames;
    private final byte[] text = new byte[TEXT_MAX + 200];
    private int length;
    private boolean needsQuotes;

    MessageText(StaticWorld world) {
        String[] names = new String[world.tagCount()];
        for (int tag = 0; tag < names.length; tag++) {
            names[tag] = world.tagName(tag);
        }
        tagNames = WordLists.encoded(names);
    }

    /** The text of a post: a little over a hundred characters, rarely many more. */
    void composePost(int[] tags, int tagCount, DeterministicRandom random) {
        double wished = random.chance(0.004) ? 300 + random.nextInt(1600) : 84 + random.nextExponential(32);
        compose((int) Math.min(TEXT_MAX, wished), tags, tagCount, random);
    }

    /** The text of a longer comment. */
    void composeComment(int[] tags, int tagCount, DeterministicRandom random) {
        double wished = random.chance(0.003) ? 200 + random.nextInt(1500) : 74 + random.nextExponential(12);
        compose((int) Math.min(TEXT_MAX, wished), tags, tagCount, random);
    }

    /** One of the answers that say little. */
    void composeShortAnswer(DeterministicRandom random) {
        length = 0;
        needsQuotes = false;
        append(shortAnswers[random.nextInt(shortAnswers.length)]);
    }

    private void compose(int wishedLength, int[] tags, int tagCount, DeterministicRandom random) {
        length = 0;
        // One text in eighty cites one of its first words.
        int citedWord = random.nextInt(320);
        needsQuotes = citedWord < 4;
        citedWord = needsQuotes ? citedWord : -1;
        append(ABOUT);
        append(tagNames[tags[0]]);
        text[length++] = ',';
        int tag = 1;
        for (int word = 0; length < wishedLength; word++) {
            text[length++] = ' ';
            if (tag < tagCount && word % 5 == 4) {
                append(tagNames[tags[tag++]]);
                continue;
            }
            if (word == citedWord) {
                text[length++] = '"';
            }
            append(salad[random.nextInt(salad.length)]);
            if (word == citedWord) {
                text[length++] = '"';
            }
        }
        text[length++] = '.';
    }

    private void append(byte[] word) {
        System.arraycopy(word, 0, text, length, word.length);
        length += word.length;
    }

    /** Appends the columns content and length. */
    void write(CsvBuffer csv) {
        if (needsQuotes) {
            csv.quoted(text, length);
        } else {
            csv.text(text, length);
        }
        csv.next().number(length).next();
    }
}
