package org.thetisdb.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.bench.harness.StoreDirectory;

/** A clone whose launcher makes one jar that holds its own text, or fails if that text says so. */
class CommitBuildTest {
    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private Path project;

    @BeforeEach
    void makeClone() throws IOException, InterruptedException {
        boolean hasGit;
        try {
            hasGit = Command.run(directory, List.of("git", "--version")).succeeded();
        } catch (CompareException missing) {
            hasGit = false;
        }
        assumeTrue(hasGit, "skipped: there is no git on the PATH");
        project = Files.createDirectory(directory.resolve("project"));
        git("init", "--quiet");
        commit("one", "true");
        commit("broken", "echo the compiler does not like it; exit 1");
        commit("two", "true");
    }

    private void git(String... words) throws IOException, InterruptedException {
        Command done = CommitBuild.git(project, words);
        assertThat(done.succeeded()).as(done.output()).isTrue();
    }

    private void commit(String name, String command) throws IOException, InterruptedException {
        Path launcher = project.resolve("thetis");
        Files.writeString(
                launcher,
                "#!/bin/sh\n" + command + " && mkdir -p build/lib && echo " + name + " > build/lib/thetis.jar\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        git("add", ".");
        git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", name);
        git("tag", name);
    }

    private CommitBuild build(String revision) throws IOException, InterruptedException {
        return CommitBuild.ofCommit("base", project, revision, directory.resolve("commits"), NOWHERE);
    }

    @Test
    void ofCommit_aFormerCommit_isBuiltInATreeOfItsOwnAndKept() throws IOException, InterruptedException {
        CommitBuild built = build("one");
        assertThat(built.library().resolve("thetis.jar")).hasContent("one");
        assertThat(built.buildSeconds().orElseThrow()).isPositive();
        assertThat(project.resolve("build")).doesNotExist();
        assertThat(CommitBuild.isChanged(project)).isFalse();

        Files.writeString(built.library().resolve("thetis.jar"), "kept");
        assertThat(build("one")).isEqualTo(built);
        assertThat(built.library().resolve("thetis.jar")).hasContent("kept");
    }

    @Test
    void ofCommit_aTreeThatSomeoneDeleted_isMadeAgain() throws IOException, InterruptedException {
        CommitBuild built = build("one");
        StoreDirectory.delete(built.tree());
        assertThat(build("one").library().resolve("thetis.jar")).hasContent("one");
    }

    @Test
    void ofCommit_doesNotBuild_saysWhy() {
        assertThatThrownBy(() -> build("broken"))
                .isInstanceOf(CompareException.class)
                .hasMessageContaining("does not build: commit=broken, exitCode=1")
                .hasMessageContaining("the compiler does not like it");
    }

    @Test
    void ofCommit_noSuchCommit_saysSo() {
        assertThatThrownBy(() -> build("three"))
                .isInstanceOf(CompareException.class)
                .hasMessageContaining("no such commit: commit=three");
    }

    @Test
    void ofCommit_noClone_saysSo() {
        assertThatThrownBy(() -> CommitBuild.ofCommit("base", directory, "HEAD", directory.resolve("c"), NOWHERE))
                .isInstanceOf(CompareException.class)
                .hasMessageContaining("needs a clone");
    }

    @Test
    void ofTree_withChanges_saysSo() throws IOException, InterruptedException {
        assertThat(CommitBuild.ofTree("head", project).commit()).doesNotContain("changes");
        Files.writeString(project.resolve("new"), "");
        assertThat(CommitBuild.ofTree("head", project).commit()).endsWith("+changes");
    }
}
