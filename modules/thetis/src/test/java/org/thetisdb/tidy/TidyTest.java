package org.thetisdb.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules of style that a tool can check; {@code docs/HACKING.md} says why they are there. */
class TidyTest {
    private static final int LINE_COLUMNS_MAX = 120;
    private static final int METHOD_LINES_MAX = 70;
    private static final int FILE_LINES_MAX = 700;

    private static final Pattern METHOD = Pattern.compile(
            "^( {4,12})(?!(?:if|for|while|switch|try|do|else|return|throw|new|case|default|synchronized|catch)\\b)"
                    // A constant of an enum looks like a method without a type.
                    + "(?![A-Z][A-Z0-9_]*\\()"
                    + "[\\w@<][^=;]*\\([^;]*$");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(" + "TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern MACHINE = Pattern.compile(
            "(?<![\\w./])/(work|root|home/\\w+)/|" + "artifac" + "tory|ne" + "xus\\.|" + "repo1?\\.ma" + "ven");

    /**
     * What not to call in code that ships, and what instead.
     *
     * @param allowed modules or files, by the start of their path, that may
     */
    private record Banned(Pattern pattern, String instead, List<String> allowed) {
        static Banned of(String pattern, String instead, String... allowed) {
            return new Banned(Pattern.compile(pattern), instead, List.of(allowed));
        }
    }

    private static final List<Banned> BANNED = List.of(
            Banned.of(
                    "System\\.(out|err)\\b",
                    "a library does not print: give the caller a value or a listener",
                    "modules/shell/",
                    "modules/bench/",
                    "modules/demo/"),
            Banned.of("\\.printStackTrace\\(", "throw a ThetisException with the cause"),
            Banned.of("Thread\\.sleep\\(", "wait for the condition: a lock, a latch or a queue", "modules/bench/"),
            Banned.of(
                    "Math\\.random\\(|new Random\\(\\)",
                    "take a RandomGenerator, so that a run can be repeated",
                    "modules/thetis/src/main/java/org/thetisdb/DatabaseOptions.java"),
            Banned.of("java\\.util\\.(Date|Calendar)\\b|new Date\\(", "java.time"),
            Banned.of(
                    "\\bSystem\\.exit\\(",
                    "return the exit code to the launcher",
                    "modules/shell/",
                    "modules/demo/",
                    "modules/bench/",
                    "modules/fuzz/"),
            Banned.of("\\bRuntime\\.getRuntime\\(\\)\\.halt", "close what is open and return"));

    private static final Path PROJECT =
            Path.of(System.getProperty("thetis.project", ".")).toAbsolutePath().normalize();
    private static final List<SourceFile> FILES = SourceFile.below(PROJECT);

    @Test
    void project_whereTheTestRuns_isWhole() {
        assertThat(FILES).as("files below %s", PROJECT).hasSizeGreaterThan(300);
    }

    @Test
    void lines_ofJavaAndMarkdown_areShortAndWithoutTabs() {
        List<String> findings = new ArrayList<>();
        for (SourceFile file : FILES) {
            for (int index = 0; index < file.lines().size(); index++) {
                String line = file.lines().get(index);
                int columns = line.codePointCount(0, line.length());
                if (file.isJava() && columns > LINE_COLUMNS_MAX && !line.contains("@link")) {
                    findings.add(place(file, index) + columns + " columns; break it before " + LINE_COLUMNS_MAX);
                }
                if ((file.isJava() || file.isMarkdown()) && line.indexOf('\t') >= 0) {
                    findings.add(place(file, index) + "a tab; use blanks");
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void files_ofJava_areOfReadableLength() {
        assertThat(FILES.stream()
                        .filter(file -> file.isJava() && file.lines().size() > FILE_LINES_MAX)
                        .map(file ->
                                file.path() + ": " + file.lines().size() + " lines; split it before " + FILE_LINES_MAX))
                .isEmpty();
    }

    @Test
    void methods_ofJava_areOfReadableLength() {
        List<String> findings = new ArrayList<>();
        for (SourceFile file : FILES) {
            if (file.isJava()) {
                checkMethods(file, findings::add);
            }
        }
        assertThat(findings).isEmpty();
    }

    /** The formatter closes a method with a brace as far in as its first word: no braces need be counted. */
    private static void checkMethods(SourceFile file, Consumer<String> findings) {
        List<String> lines = file.lines();
        for (int index = 0; index < lines.size(); index++) {
            Matcher method = METHOD.matcher(lines.get(index));
            if (!method.find() || !isMember(method.group(1), lines.get(index))) {
                continue;
            }
            int body = index;
            while (body < lines.size() - 1 && !lines.get(body).matches(".*[{};]")) {
                body++;
            }
            String close = method.group(1) + "}";
            int end = body;
            while (lines.get(body).endsWith("{")
                    && end < lines.size()
                    && !lines.get(end).equals(close)) {
                end++;
            }
            if (end - index + 1 > METHOD_LINES_MAX) {
                int lineCount = end - index + 1;
                findings.accept(
                        place(file, index) + lineCount + " lines in a method; split it before " + METHOD_LINES_MAX);
            }
        }
    }

    /** Deeper than a member of the outer type, only what carries a modifier is taken for a method. */
    private static boolean isMember(String indent, String line) {
        if (line.matches(".*\\b(record|class|enum|interface)\\b.*")) {
            return false;
        }
        return indent.length() == 4 || line.strip().matches("(public|private|protected|static|abstract|void|final) .*");
    }

    @Test
    void text_ofTheProject_isFinishedAndOfNoMachine() {
        List<String> findings = new ArrayList<>();
        for (SourceFile file : FILES) {
            for (int index = 0; index < file.lines().size(); index++) {
                String line = file.lines().get(index);
                if (UNFINISHED.matcher(line).find()) {
                    findings.add(place(file, index) + "unfinished; finish it or write an issue");
                }
                if (MACHINE.matcher(line).find()) {
                    findings.add(place(file, index) + "names a machine's path or a registry; leave it out");
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void code_thatShips_callsNothingBanned() {
        List<String> findings = new ArrayList<>();
        for (SourceFile file : FILES) {
            if (!file.isMainJava()) {
                continue;
            }
            for (int index = 0; index < file.lines().size(); index++) {
                String code = SourceFile.code(file.lines().get(index));
                for (Banned banned : BANNED) {
                    boolean allowed = banned.allowed().stream().anyMatch(file.path()::startsWith);
                    if (!allowed && banned.pattern().matcher(code).find()) {
                        findings.add(place(file, index) + code.strip() + "; instead: " + banned.instead());
                    }
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    /** {@code new Random()} may draw a seed, which is then kept and printed. */
    @Test
    void tests_ofJava_areRepeatable() {
        List<String> findings = new ArrayList<>();
        Pattern unseeded = Pattern.compile("new Random\\(\\)(?!\\.nextLong\\(\\))|Math\\.random\\(");
        for (SourceFile file : FILES) {
            for (int index = 0;
                    file.path().contains("/src/test/") && index < file.lines().size();
                    index++) {
                if (unseeded.matcher(SourceFile.code(file.lines().get(index))).find()) {
                    findings.add(place(file, index) + "give it a seed that the failure message prints");
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void packages_ofMainCode_areDescribed() {
        Set<String> described = new TreeSet<>();
        Set<String> packages = new TreeSet<>();
        Set<String> modules = new TreeSet<>();
        Set<String> declared = new TreeSet<>();
        for (SourceFile file : FILES) {
            String folder = file.path().substring(0, Math.max(0, file.path().lastIndexOf('/')));
            if (!file.isMainJava()) {
                continue;
            }
            if (file.isInModule()) {
                modules.add(file.module());
            }
            if (file.path().endsWith("/module-info.java")) {
                declared.add(file.module());
            } else if (file.path().endsWith("/package-info.java")) {
                described.add(folder);
            } else {
                packages.add(folder);
            }
        }
        packages.removeAll(described);
        assertThat(packages).as("packages without package-info.java").isEmpty();
        modules.removeAll(declared);
        // The bench runs on the class path: its peers are no modules.
        modules.remove("bench");
        assertThat(modules).as("modules without module-info.java").isEmpty();
    }

    @Test
    void pages_ofMarkdown_haveOneTitle() {
        List<String> findings = new ArrayList<>();
        for (SourceFile file : FILES) {
            if (file.isMarkdown()) {
                long titles = titles(file);
                if (titles != 1) {
                    findings.add(file.path() + ": " + titles + " lines begin with one #; a page has one title");
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    private static long titles(SourceFile file) {
        long titles = 0;
        boolean fenced = false;
        for (String line : file.lines()) {
            if (line.startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced && line.startsWith("# ")) {
                titles++;
            }
        }
        return titles;
    }

    private static String place(SourceFile file, int index) {
        return file.path() + ":" + (index + 1) + ": ";
    }
}
