package org.thetisdb.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher is POSIX sh, so it is tested by a shell. */
final class LauncherTest {
    @TempDir
    Path folder;

    private static Path script(String name) {
        Path project = Path.of(System.getProperty("thetis.project", "../.."));
        Path script = project.resolve(name);
        assumeTrue(Files.exists(script) && Files.exists(Path.of("/bin/sh")), "no shell or no launcher: " + script);
        return script.toAbsolutePath().normalize();
    }

    private String run(int expectedCode, ProcessBuilder builder) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isEqualTo(expectedCode);
        return text;
    }

    @Test
    void scripts_areSyntacticallyRight() throws Exception {
        for (String name : new String[] {"thetis", "launch/jvm.sh", ".ci/run"}) {
            Path script = script(name);
            assertThat(script.endsWith("jvm.sh") || script.toFile().canExecute())
                    .isTrue();
            run(0, new ProcessBuilder("/bin/sh", "-n", script.toString()));
        }
    }

    @Test
    void jdk_thatIsTooOld_isNotTaken() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(old.resolve("bin/java"), "#!/bin/sh\nexit 9\n");
        assertThat(old.resolve("bin/java").toFile().setExecutable(true)).isTrue();
        String check = functions() + "\nis_jdk \"$1\"";
        for (String version : new String[] {"17.0.15", "1.8.0_400", "24"}) {
            Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
            run(1, new ProcessBuilder("/bin/sh", "-c", check, "sh", old.toString()));
        }
        for (String version : new String[] {"25", "25.0.1", "26-ea"}) {
            Files.writeString(old.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
            run(0, new ProcessBuilder("/bin/sh", "-c", check, "sh", old.toString()));
        }
    }

    @Test
    void launcherOfAnImage_startsTheJvmBesideIt_alsoThroughALink() throws Exception {
        Path image = Files.createDirectories(folder.resolve("an image/bin")).getParent();
        Path java = Files.writeString(image.resolve("bin/java"), "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
        Path launcher = image.resolve("bin/thetis");
        Files.writeString(
                launcher, run(0, new ProcessBuilder("/bin/sh", "-c", functions() + "\nimage_launcher", "thetis")));
        assertThat(java.toFile().setExecutable(true) && launcher.toFile().setExecutable(true))
                .isTrue();
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("an image/bin/thetis"));
        String main = "<-m><org.thetisdb.demo/org.thetisdb.demo.ImageMain><query><a b>";

        assertThat(run(0, new ProcessBuilder(link.toString(), "query", "a b")))
                .endsWith("<-Dthetis.heap=own>" + main)
                .doesNotContain("AOTCache");
        Files.createDirectories(image.resolve("lib"));
        Files.writeString(image.resolve("lib/thetis.aot"), "");
        assertThat(run(0, new ProcessBuilder(link.toString(), "query", "a b")))
                .endsWith("<-XX:AOTCache=" + image.toRealPath() + "/lib/thetis.aot>" + main);
    }

    @Test
    void builds_takeTurns_andDoNotWaitForTheDead() throws Exception {
        Path build = folder.resolve("build");
        Path lock = Files.createDirectories(build).resolve("lock");
        Files.createSymbolicLink(lock, Path.of("999999999"));
        String turn = functions() + """

                build=$1
                lock=$build/lock
                begin_build
                begin_build
                mkdir "$build/inside" || exit 7
                sleep 0.2
                end_build
                rmdir "$build/inside" || exit 8
                end_build
                """;
        List<Process> builders = new ArrayList<>();
        for (int builder = 0; builder < 4; builder++) {
            ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-euc", turn, "sh", build.toString());
            // These tests may be part of a build themselves.
            shell.environment().remove("THETIS_BUILDING");
            builders.add(shell.redirectErrorStream(true)
                    .redirectOutput(folder.resolve("builder" + builder).toFile())
                    .start());
        }
        for (int builder = 0; builder < builders.size(); builder++) {
            assertThat(builders.get(builder).waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(builders.get(builder).exitValue())
                    .as(Files.readString(folder.resolve("builder" + builder)))
                    .isZero();
        }
        assertThat(build).isEmptyDirectory();
    }

    @Test
    void heap_isHalfOfTheBudget_upTo31GiB() throws Exception {
        String[][] expected = {
            {"import db --memory 128MiB", "-Dthetis.heap=own -Xmx65536k"},
            {"import db", "-Dthetis.heap=own -Xmx524288k"},
            {"query db --memory=1.5g x", "-Dthetis.heap=own -Xmx786432k"},
            {"query db --memory 64KiB x", "-Dthetis.heap=own -Xmx49152k"},
            {"query db --memory 134217728 x", "-Dthetis.heap=own -Xmx65536k"},
            {"query db --memory 25% x", "-Dthetis.heap=own -XX:MaxRAMPercentage=12.5 -XX:MinRAMPercentage=50.0"},
            {"query db --memory 0099m x", "-Dthetis.heap=own -Xmx50688k"},
            {"query db --memory 99999999999TiB x", "-Dthetis.heap=own -Xmx32505856k"},
            {"query db --memory 70GiB x", "-Dthetis.heap=own -Xmx32505856k"},
            {"query db --memory lots x", "-Dthetis.heap=own "},
            {"query db x", "-Dthetis.heap=own"}
        };
        String print = ". \"$1\"; shift; find_heap \"$@\"; printf %s \"$heap\"";
        for (String[] each : expected) {
            List<String> command = new ArrayList<>(List.of(
                    "/bin/sh", "-euc", print, "sh", script("launch/jvm.sh").toString()));
            command.addAll(List.of(each[0].split(" ")));
            assertThat(run(0, new ProcessBuilder(command))).as(each[0]).isEqualTo(each[1]);
        }
    }

    /** The launcher up to where it begins to act. */
    private static String functions() throws Exception {
        String text = Files.readString(script("thetis"), StandardCharsets.UTF_8);
        // A shell that reads functions alone takes the folder that it works in for the project's.
        return text.substring(0, text.indexOf("\ncommand=${1:-help}")) + "\nroot='"
                + script("thetis").getParent() + "'";
    }
}
