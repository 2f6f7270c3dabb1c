package org.thetisdb.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which classes, and which packages, name which others in their imports. Only top-level classes of main code count, and
 * only what is imported: within a package no import is needed. Immutable.
 */
final class ImportGraph {
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?([\\w.]+)(?:\\.\\*)?;");

    private final Map<String, Set<String>> classes = new TreeMap<>();
    private final Map<String, Set<String>> packages = new TreeMap<>();

    private ImportGraph(Map<String, SourceFile> files) {
        files.forEach((name, file) -> {
            Set<String> named = new TreeSet<>();
            for (String line : file.lines()) {
                Matcher found = IMPORT.matcher(line);
                if (found.matches()) {
                    topLevel(found.group(1), files.keySet()).ifPresent(named::add);
                }
            }
            named.remove(name);
            classes.put(name, named);
            Set<String> of = packages.computeIfAbsent(packageOf(name), _ -> new TreeSet<>());
            named.stream().map(ImportGraph::packageOf).forEach(of::add);
        });
        packages.forEach((name, named) -> named.remove(name));
    }

    static ImportGraph of(Collection<SourceFile> files) {
        Map<String, SourceFile> byClass = new HashMap<>();
        for (SourceFile file : files) {
            if (file.isMainJava() && !file.path().endsWith("-info.java")) {
                byClass.put(className(file), file);
            }
        }
        return new ImportGraph(byClass);
    }

    /** The name of a source file's class with its package. */
    static String className(SourceFile file) {
        String path = file.path();
        int start = path.indexOf("/java/") + "/java/".length();
        return path.substring(start, path.length() - ".java".length()).replace('/', '.');
    }

    static String packageOf(String className) {
        return className.substring(0, className.lastIndexOf('.'));
    }

    private static Optional<String> topLevel(String imported, Set<String> known) {
        for (String name = imported; name.contains("."); name = packageOf(name)) {
            if (known.contains(name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** Sets of classes each of which leads to each other. */
    List<Set<String>> circlesOfClasses() {
        return circles(classes);
    }

    /** Sets of packages each of which leads to each other. */
    List<Set<String>> circlesOfPackages() {
        return circles(packages);
    }

    Set<String> packages() {
        return packages.keySet();
    }

    /** Whoever is reached from a place, and reaches it, is in a circle with it. */
    private static List<Set<String>> circles(Map<String, Set<String>> arrows) {
        List<Set<String>> circles = new ArrayList<>();
        Set<String> done = new HashSet<>();
        Map<String, Set<String>> back = new HashMap<>();
        arrows.forEach((from, all) ->
                all.forEach(to -> back.computeIfAbsent(to, _ -> new TreeSet<>()).add(from)));
        for (String start : arrows.keySet()) {
            if (done.contains(start)) {
                continue;
            }
            Set<String> circle = reached(start, arrows);
            circle.retainAll(reached(start, back));
            circle.add(start);
            done.addAll(circle);
            if (circle.size() > 1) {
                circles.add(circle);
            }
        }
        return circles;
    }

    private static Set<String> reached(String start, Map<String, Set<String>> arrows) {
        Set<String> reached = new TreeSet<>();
        ArrayDeque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            for (String next : arrows.getOrDefault(open.remove(), Set.of())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return reached;
    }
}
