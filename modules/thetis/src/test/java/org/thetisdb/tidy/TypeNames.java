package org.thetisdb.tidy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The classes of the project by their simple names, nested ones and those of tests among them. Immutable. */
final class TypeNames {
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");

    /** Packages of the JDK whose classes the docs name by their simple names. */
    private static final List<String> OF_JDK = List.of(
            "java.lang.", "java.lang.foreign.", "java.util.", "java.time.", "java.nio.file.", "java.nio.channels.");

    /** The words in the file of each class, by the class's name. */
    private final Map<String, Set<String>> words = new TreeMap<>();

    TypeNames(Collection<SourceFile> files) {
        Pattern word = Pattern.compile("\\w+");
        for (SourceFile file : files) {
            if (file.isJava()) {
                Set<String> found = new TreeSet<>();
                Set<String> types = new TreeSet<>();
                for (String line : file.lines()) {
                    Matcher matcher = word.matcher(line);
                    while (matcher.find()) {
                        found.add(matcher.group());
                    }
                    Matcher type = TYPE.matcher(SourceFile.code(line));
                    while (type.find()) {
                        types.add(type.group(1));
                    }
                }
                types.forEach(type ->
                        words.computeIfAbsent(type, _ -> new TreeSet<>()).addAll(found));
            }
        }
    }

    /** Whether there is such a class, and whether it has a member, or a nested class, of each further name. */
    boolean has(String name) {
        String[] parts = name.split("\\.");
        if (!words.containsKey(parts[0])) {
            return parts.length == 1 && isOfJdk(parts[0]);
        }
        for (int index = 1; index < parts.length; index++) {
            if (!words.get(parts[0]).contains(parts[index])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfJdk(String name) {
        for (String packageName : OF_JDK) {
            try {
                Class.forName(packageName + name, false, TypeNames.class.getClassLoader());
                return true;
            } catch (ClassNotFoundException elsewhere) {
                // Perhaps the next package has it.
            }
        }
        return false;
    }
}
