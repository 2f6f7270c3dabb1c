package org.thetisdb.xml;

import java.util.List;
import java.util.Random;

/** Random documents. Used once. */
final class GeneratedXml {
    private static final List<String> TEXTS = List.of(
            "a",
            " ",
            "\n\t ",
            "&lt;&amp;&gt;",
            "<![CDATA[<x>&]]>",
            "\u00e4\u4e2d",
            "\uD83D\uDE00",
            "]]&gt;",
            "&#13;",
            "--",
            "\"'");
    private static final List<String> VALUES = List.of("", "1", "a b", "&quot;&lt;", "&#10;&#9;&#13;", "'", "\u4e2d");

    private final Random random;
    private final StringBuilder text = new StringBuilder();

    GeneratedXml(Random random) {
        this.random = random;
    }

    String document() {
        if (random.nextBoolean()) {
            text.append("<?xml version=\"1.0\"?>");
        }
        beside();
        element(0);
        beside();
        return text.toString();
    }

    private void beside() {
        for (int count = random.nextInt(3); count > 0; count--) {
            text.append(random.nextBoolean() ? "<!-- c -->" : "<?do it?>");
        }
    }

    private void element(int level) {
        boolean declares = level == 0 || random.nextInt(6) == 0;
        String name = (random.nextInt(3) == 0 ? "p:" : "") + "e" + random.nextInt(4);
        text.append('<').append(name);
        if (declares) {
            text.append(" xmlns:p=\"urn:").append(random.nextInt(3)).append('"');
        }
        if (random.nextInt(8) == 0) {
            text.append(" xmlns=\"").append(random.nextBoolean() ? "" : "urn:d").append('"');
        }
        if (random.nextInt(10) == 0) {
            text.append(" xml:lang=\"de\"");
        }
        for (int count = random.nextInt(12) - 6; count > 0; count--) {
            text.append(' ')
                    .append(random.nextInt(3) == 0 ? "p:" : "")
                    .append('a')
                    .append(count)
                    .append("=\"");
            text.append(VALUES.get(random.nextInt(VALUES.size()))).append('"');
        }
        text.append('>');
        for (int count = random.nextInt(5); count > 0 && level < 6; count--) {
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> element(level + 1);
                case 3 -> text.append("<!--x-->");
                case 4 -> text.append("<?pi?>");
                default -> text.append(TEXTS.get(random.nextInt(TEXTS.size())));
            }
        }
        text.append("</").append(name).append('>');
    }
}
