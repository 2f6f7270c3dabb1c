package org.thetisdb.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the docs name is there: packages and classes. */
class DocsTest {
    private static final Path PROJECT =
            Path.of(System.getProperty("thetis.project", ".")).toAbsolutePath().normalize();
    private static final List<SourceFile> FILES = SourceFile.below(PROJECT);
    private static final TypeNames TYPES = new TypeNames(FILES);

    private static final Set<String> PAGES =
            Set.of("docs/ARCHITECTURE.md", "docs/FORMAT.md", "docs/GLOSSARY.md", "docs/HACKING.md");

    /** What is in backticks and may be a class, with a member perhaps. */
    private static final Pattern QUOTED = Pattern.compile("`([A-Z][a-z]\\w*(?:\\.\\w+)*)(?:\\([^`]*\\))?`");

    /** In a drawing: words of at least two that begin with capitals. */
    private static final Pattern DRAWN = Pattern.compile("\\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\\b");

    /** Not classes; {@code XxxLayout} and the like represent all of that name. */
    private static final Set<String> OTHER_WORDS = Set.of("KiB", "MiB", "GiB", "NaN", "DistinctEnds", "PostgreSQL");

    /** Names of what is being parted or renamed; nothing new comes here. */
    private static final Set<String> KNOWN_MISSING = Set.of();

    private static boolean isKnown(String name) {
        return OTHER_WORDS.contains(name) || KNOWN_MISSING.contains(name) || name.startsWith("Xxx") || TYPES.has(name);
    }

    @Test
    void classesThatPagesName_exist() {
        Set<String> missing = new TreeSet<>();
        for (SourceFile file : FILES) {
            if (PAGES.contains(file.path())) {
                for (String line : file.lines()) {
                    missing.addAll(missing(file, line, QUOTED, 1));
                    if (line.startsWith("    ")) {
                        missing.addAll(missing(file, line, DRAWN, 0));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void classesThatPackagesName_exist() {
        Set<String> missing = new TreeSet<>();
        for (SourceFile file : FILES) {
            if (file.path().endsWith("/package-info.java")) {
                // The comment alone: an annotation of the package names a class of a library.
                file.lines().stream()
                        .filter(line -> line.startsWith("/**") || line.startsWith(" *"))
                        .forEach(line -> missing.addAll(missing(file, line, DRAWN, 0)));
            }
        }
        assertThat(missing).isEmpty();
    }

    private static Set<String> missing(SourceFile file, String line, Pattern pattern, int group) {
        Set<String> missing = new TreeSet<>();
        Matcher matcher = pattern.matcher(line);
        while (matcher.find()) {
            if (!isKnown(matcher.group(group))) {
                missing.add(file.path() + ": " + matcher.group(group));
            }
        }
        return missing;
    }

    /** The table says of each module which packages it has: {@code .read} is below the first name of the row. */
    @Test
    void packages_areThoseOfTheTable() {
        Map<String, Set<String>> told = new TreeMap<>();
        SourceFile page = FILES.stream()
                .filter(file -> file.path().equals("docs/ARCHITECTURE.md"))
                .findFirst()
                .orElseThrow();
        int header = page.lines().indexOf("| module | its packages, below `org.thetisdb` |");
        Optional<String> module = Optional.empty();
        String root = "";
        for (String line : page.lines().subList(header + 2, page.lines().size())) {
            if (!line.startsWith("|")) {
                break;
            }
            String[] cells = line.split("\\|");
            if (!cells[1].isBlank()) {
                module = Optional.of(cells[1].strip().replace("`", ""));
                root = "";
            }
            Matcher name = Pattern.compile("`([\\w.]+)`").matcher(cells[2]);
            while (name.find()) {
                String found = name.group(1).replaceFirst("^org\\.thetisdb", "");
                root = root.isEmpty() ? found : root;
                String whole = found.isEmpty() || !found.startsWith(".") ? found : root + found;
                told.computeIfAbsent(module.orElseThrow(), _ -> new TreeSet<>())
                        .add(whole.isEmpty() ? "org.thetisdb" : "org.thetisdb." + whole);
            }
        }
        assertThat(told).isEqualTo(packages());
    }

    private static Map<String, Set<String>> packages() {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (SourceFile file : FILES) {
            if (file.isMainJava() && file.isInModule() && !file.path().endsWith("/module-info.java")) {
                packages.computeIfAbsent(file.module(), _ -> new TreeSet<>())
                        .add(ImportGraph.packageOf(ImportGraph.className(file)));
            }
        }
        return packages;
    }
}
