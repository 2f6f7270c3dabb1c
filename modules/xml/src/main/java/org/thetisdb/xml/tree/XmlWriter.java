package org.thetisdb.xml.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.xml.document.DocumentException;

/** Writes a document that can be read again, or says why there is none. Used for one document. */
final class XmlWriter {
    private static final Pattern NAME =
            Pattern.compile("(?:([\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*):)?" + "[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*");

    private final StringBuilder text = new StringBuilder();
    private final Deque<Set<String>> prefixes = new ArrayDeque<>(List.of(Set.of("xml")));
    private boolean isOpen;

    /** Begins an element; its attributes follow from their names, with those that declare namespaces among them. */
    void start(String name, Map<?, ?> attributes) {
        closeTag();
        if (prefixes.size() > SafeParser.LEVELS_MAX) {
            throw new DocumentException("elements are nested too deeply: levelsMax=" + SafeParser.LEVELS_MAX);
        }
        Set<String> known = prefixes.getFirst();
        for (Object each : attributes.keySet()) {
            if (each instanceof String attribute && attribute.startsWith("xmlns:")) {
                known = new HashSet<>(known);
                known.add(attribute.substring("xmlns:".length()));
            }
        }
        prefixes.push(known);
        text.append('<').append(checked(name));
        for (Map.Entry<?, ?> each : attributes.entrySet()) {
            String attribute = String.valueOf(each.getKey());
            if (!(each.getValue() instanceof String value)) {
                throw new DocumentException(
                        "the value of an attribute is a STRING: attribute=" + attribute + ", value=" + each.getValue());
            }
            text.append(' ')
                    .append(attribute.startsWith("xmlns:") ? attribute : checked(attribute))
                    .append("=\"");
            escape(value, true);
            text.append('"');
        }
        isOpen = true;
    }

    private void closeTag() {
        if (isOpen) {
            text.append('>');
            isOpen = false;
        }
    }

    private String checked(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new DocumentException("that is no name of XML: name=" + name);
        }
        String prefix = matcher.group(1);
        if (prefix != null && !prefixes.getFirst().contains(prefix)) {
            throw new DocumentException("the prefix of a name has no namespace: name=" + name
                    + "; give an element around it an attribute xmlns:" + prefix);
        }
        return name;
    }

    /** Ends the element that was begun last. */
    void end(String name) {
        prefixes.pop();
        if (isOpen) {
            text.append("/>");
            isOpen = false;
        } else {
            text.append("</").append(name).append('>');
        }
    }

    void text(String value) {
        if (!value.isEmpty()) {
            closeTag();
            escape(value, false);
        }
    }

    void comment(String value) {
        closeTag();
        if (value.contains("--") || value.endsWith("-")) {
            throw new DocumentException("a comment has no two dashes in a row, and ends with none: comment=" + value);
        }
        text.append("<!--");
        plain(value);
        text.append("-->");
    }

    void instruction(String target, String value) {
        closeTag();
        if (value.contains("?>") || target.equalsIgnoreCase("xml") || target.contains(":")) {
            throw new DocumentException("that is no processing instruction: name=" + target + ", value=" + value);
        }
        text.append("<?").append(checked(target));
        if (!value.isEmpty()) {
            text.append(' ');
            plain(value);
        }
        text.append("?>");
    }

    private void plain(String value) {
        value.codePoints().forEach(XmlWriter::check);
        text.append(value);
    }

    private static void check(int character) {
        boolean isOfXml = character == '\t'
                || character == '\n'
                || character == '\r'
                || character >= ' ' && character <= 0xd7ff
                || character >= 0xe000 && character <= 0xfffd
                || character >= 0x10000;
        if (!isOfXml) {
            throw new DocumentException("XML has no such character: code=U+"
                    + String.format(Locale.ROOT, "%04X", character) + "; leave it out");
        }
    }

    private void escape(String value, boolean inAttribute) {
        int index = 0;
        while (index < value.length()) {
            int character = value.codePointAt(index);
            switch (character) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append(inAttribute ? "&quot;" : "\"");
                case '\r' -> text.append("&#13;");
                case '\n' -> text.append(inAttribute ? "&#10;" : "\n");
                case '\t' -> text.append(inAttribute ? "&#9;" : "\t");
                default -> {
                    check(character);
                    text.appendCodePoint(character);
                }
            }
            index += Character.charCount(character);
        }
    }

    /** All that was written. */
    String result() {
        return text.toString();
    }
}
