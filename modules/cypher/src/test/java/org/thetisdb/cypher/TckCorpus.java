package org.thetisdb.cypher;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.ProcedureSignature;

/** The queries of the openCypher TCK, each with the error it must give, if any; outlines are spelled out. */
final class TckCorpus {
    private static final String RAISED = " should be raised at ";
    private static final String PROCEDURE = "And there exists a procedure ";

    private TckCorpus() {}

    /**
     * One query; {@code error} is such as {@code SyntaxError compile time: UndefinedVariable}.
     *
     * @param procedures what the scenario says that there is
     */
    record Case(
            String file, String scenario, List<ProcedureSignature> procedures, String query, Optional<String> error) {}

    static List<Case> read() throws IOException {
        URL folder = TckCorpus.class.getClassLoader().getResource("features");
        if (folder == null) {
            return List.of();
        }
        URI jar = URI.create(folder.toString().substring(0, folder.toString().indexOf("!/")));
        List<Case> cases = new ArrayList<>();
        try (FileSystem files = FileSystems.newFileSystem(jar, Map.of());
                Stream<Path> paths = Files.walk(files.getPath("features"))) {
            for (Path path : paths.sorted().toList()) {
                if (path.toString().endsWith(".feature")) {
                    readFile(path.getFileName().toString(), Files.readAllLines(path), cases);
                }
            }
        }
        return cases;
    }

    private static void readFile(String file, List<String> lines, List<Case> cases) {
        int start = -1;
        for (int index = 0; index <= lines.size(); index++) {
            boolean end = index == lines.size() || isScenario(lines.get(index));
            if (end && start >= 0) {
                readScenario(file, lines.subList(start, index), cases);
            }
            if (end) {
                start = index;
            }
        }
    }

    private static boolean isScenario(String line) {
        String text = line.strip();
        return text.startsWith("Scenario:") || text.startsWith("Scenario Outline:");
    }

    private static void readScenario(String file, List<String> lines, List<Case> cases) {
        String name = lines.get(0).strip();
        List<Case> plain = new ArrayList<>();
        List<ProcedureSignature> procedures = new ArrayList<>();
        List<String[]> examples = new ArrayList<>();
        boolean inExamples = false;
        boolean ofQuery = false;
        for (int index = 1; index < lines.size(); index++) {
            String line = lines.get(index).strip();
            if (line.startsWith("#")) {
                continue;
            }
            if (line.startsWith(PROCEDURE)) {
                procedures.add(procedure(line.substring(PROCEDURE.length())));
            } else if (line.startsWith("When executing") || line.startsWith("And having executed")) {
                ofQuery = true;
            } else if (line.equals("\"\"\"")) {
                StringBuilder text = new StringBuilder();
                while (!lines.get(++index).strip().equals("\"\"\"")) {
                    text.append(lines.get(index)).append('\n');
                }
                if (ofQuery) {
                    plain.add(new Case(file, name, procedures, text.toString(), Optional.empty()));
                }
                ofQuery = false;
            } else if (line.contains(RAISED)) {
                int at = line.indexOf(RAISED);
                String error = line.substring(line.indexOf(" a ") + 3, at) + " " + line.substring(at + RAISED.length());
                Case last = plain.removeLast();
                plain.add(new Case(file, name, procedures, last.query(), Optional.of(error)));
            } else if (line.startsWith("Examples:")) {
                inExamples = true;
            } else if (inExamples && line.startsWith("|")) {
                examples.add(cells(line));
            }
        }
        expand(plain, examples, cases);
    }

    /** {@code f(x :: INTEGER?) :: (y :: STRING?):} in our own notation. */
    private static ProcedureSignature procedure(String text) {
        String signature = text.replaceAll(":\\s*$", "").replace("?", "").replaceAll("(\\w) :: (\\w)", "$1 $2");
        return ProcedureSignature.parse(signature, "of a test");
    }

    private static void expand(List<Case> plain, List<String[]> examples, List<Case> cases) {
        if (examples.isEmpty()) {
            cases.addAll(plain);
            return;
        }
        String[] names = examples.get(0);
        for (String[] row : examples.subList(1, examples.size())) {
            for (Case each : plain) {
                String query = each.query();
                for (int column = 0; column < names.length; column++) {
                    query = query.replace("<" + names[column] + ">", row[column]);
                }
                cases.add(new Case(each.file(), each.scenario(), each.procedures(), query, each.error()));
            }
        }
    }

    private static String[] cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        for (int index = 1; index < line.length(); index++) {
            char unit = line.charAt(index);
            if (unit == '\\' && index + 1 < line.length()) {
                char next = line.charAt(++index);
                cell.append(next == 'n' ? '\n' : next);
            } else if (unit == '|') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(unit);
            }
        }
        return cells.toArray(String[]::new);
    }
}
