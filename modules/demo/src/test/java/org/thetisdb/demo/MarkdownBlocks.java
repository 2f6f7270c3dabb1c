package org.thetisdb.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The blocks of code on a page: those between fences, with their language, and those that stand further in. */
record MarkdownBlocks(List<Block> blocks) {
    private static final String FENCE = "```";
    private static final String INDENT = "    ";

    /** A block's section is the heading above it, without its signs. */
    record Block(String section, String language, String text) {}

    static MarkdownBlocks of(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        String section = "";
        int index = 0;
        while (index < lines.size()) {
            String line = lines.get(index);
            int end = index + 1;
            if (line.startsWith("#")) {
                section = line.replaceFirst("^#+ *", "");
            } else if (line.startsWith(FENCE)) {
                end += lines.subList(end, lines.size()).indexOf(FENCE) + 1;
                blocks.add(new Block(section, line.substring(FENCE.length()), text(lines.subList(index + 1, end - 1))));
            } else if (line.startsWith(INDENT)) {
                while (end < lines.size() && lines.get(end).startsWith(INDENT)) {
                    end++;
                }
                blocks.add(
                        new Block(section, "", text(lines.subList(index, end)).indent(-INDENT.length())));
            }
            index = end;
        }
        return new MarkdownBlocks(List.copyOf(blocks));
    }

    /** The texts of a section's blocks in one language, in their order. */
    List<String> in(String section, String language) {
        return blocks.stream()
                .filter(block ->
                        block.section().equals(section) && block.language().equals(language))
                .map(Block::text)
                .toList();
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }
}
