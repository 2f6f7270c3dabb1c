package org.thetisdb.cypher;

/**
 * The width of text on a terminal, and where the characters that people see end in it: a letter with its marks, an
 * emoji with its skin colour, a family of emoji, a flag. It follows what terminals do today, which is the columns of
 * Unicode's East Asian width (Standard Annex 11) for the first code point of what the reader takes for one character
 * (Annex 29). Stateless.
 */
public final class TextWidth {
    /** All code points below are a column wide each, and none of them belongs to the character before it. */
    private static final int FIRST_MARK = 0x300;

    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int EMOJI_PRESENTATION = 0xFE0F;

    private TextWidth() {}

    /** The columns of a text: 2 for East Asian wide characters and emoji, 0 for marks. */
    public static int of(String text) {
        int width = 0;
        for (int index = 0; index < text.length(); ) {
            int end = characterEnd(text, index);
            width += ofCharacter(text, index, end);
            index = end;
        }
        return width;
    }

    /** Where the character ends that begins at a place, with all that belongs to it; in UTF-16 units. */
    public static int characterEnd(String text, int start) {
        int first = text.codePointAt(start);
        int end = start + Character.charCount(first);
        if (end == text.length() || text.charAt(end) < FIRST_MARK) {
            return end;
        }
        if (isFlagLetter(first) && isFlagLetter(text.codePointAt(end))) {
            return end + 2;
        }
        while (end < text.length()) {
            int next = text.codePointAt(end);
            boolean belongs = isMark(next)
                    || Character.isEmojiModifier(next) && Character.isExtendedPictographic(first)
                    || text.charAt(end - 1) == ZERO_WIDTH_JOINER && Character.isExtendedPictographic(next);
            if (!belongs) {
                break;
            }
            end += Character.charCount(next);
        }
        return end;
    }

    /** The columns of what {@link #characterEnd} takes for one character. */
    public static int ofCharacter(String text, int start, int end) {
        int first = text.codePointAt(start);
        int rest = start + Character.charCount(first);
        if (isFlagLetter(first)) {
            return rest < end ? 2 : 1;
        }
        boolean emoji = rest < end && text.charAt(rest) == EMOJI_PRESENTATION && Character.isEmoji(first);
        return emoji ? 2 : width(first);
    }

    private static int width(int codePoint) {
        if (codePoint < FIRST_MARK) {
            return 1;
        }
        if (isMark(codePoint)) {
            return 0;
        }
        boolean wide = codePoint >= 0x1100 && codePoint <= 0x115F
                || codePoint >= 0x2E80 && codePoint <= 0xA4CF
                || codePoint >= 0xAC00 && codePoint <= 0xD7A3
                || codePoint >= 0xF900 && codePoint <= 0xFAFF
                || codePoint >= 0xFE30 && codePoint <= 0xFE6F
                || codePoint >= 0xFF00 && codePoint <= 0xFF60
                || codePoint >= 0xFFE0 && codePoint <= 0xFFE6
                || codePoint >= 0x1F200 && codePoint <= 0x1F2FF
                || codePoint >= 0x20000 && codePoint <= 0x3FFFD;
        return wide || Character.isEmojiPresentation(codePoint) ? 2 : 1;
    }

    /** What has no width: marks over and under letters, joiners, the inner letters of a Korean syllable. */
    private static boolean isMark(int codePoint) {
        if (codePoint < FIRST_MARK) {
            return false;
        }
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT
                || codePoint >= 0x1160 && codePoint <= 0x11FF;
    }

    private static boolean isFlagLetter(int codePoint) {
        return codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
    }
}
