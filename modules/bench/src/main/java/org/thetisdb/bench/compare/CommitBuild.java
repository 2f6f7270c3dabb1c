package org.thetisdb.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A build that takes part in a comparison: a tree of sources and the jars that its launcher made from them.
 *
 * @param name as which its numbers are shown
 * @param commit the commit's hash
 * @param tree the tree's root
 * @param buildSeconds what its launcher took to build from scratch; unknown for a working tree
 */
record CommitBuild(String name, String commit, Path tree, OptionalDouble buildSeconds) {
    private static final String SECONDS_FILE = "compare-seconds";
    private static final int HASH_CHARS = 12;

    /** The tree that the launcher belongs to, as it is, and as its launcher has just built it. */
    static CommitBuild ofTree(String name, Path project) throws IOException, InterruptedException {
        String commit = hash(project, "HEAD");
        return new CommitBuild(
                name, isChanged(project) ? commit + "+changes" : commit, project, OptionalDouble.empty());
    }

    /** Whether the tree has changes that its last commit does not have. */
    static boolean isChanged(Path project) throws IOException, InterruptedException {
        return !git(project, "status", "--porcelain").output().isEmpty();
    }

    /**
     * A commit in a worktree of its own, built by its own launcher, and kept for the next time.
     *
     * @param name as which its numbers are shown
     * @param folder where such worktrees are kept
     * @throws CompareException if there is no git, no such commit, or the commit does not build
     */
    static CommitBuild ofCommit(String name, Path project, String revision, Path folder, PrintStream out)
            throws IOException, InterruptedException {
        String hash = hash(project, revision);
        Path tree = folder.resolve(hash.substring(0, HASH_CHARS));
        Files.createDirectories(folder);
        if (!Files.isDirectory(tree)) {
            // Forced: a worktree whose folder was deleted by hand is still registered.
            Command added = git(project, "worktree", "add", "--force", "--detach", tree.toString(), hash);
            if (!added.succeeded()) {
                throw new CompareException("no worktree can be made: folder=" + tree + "\n" + added.output());
            }
        }
        Path seconds = tree.resolve("build").resolve(SECONDS_FILE);
        if (!Files.exists(seconds)) {
            out.println("building " + revision + " in " + tree);
            double taken = build(revision, tree, folder.resolve(tree.getFileName() + ".log"));
            Files.writeString(seconds, taken + "\n");
        }
        double buildSeconds = Double.parseDouble(Files.readString(seconds).strip());
        return new CommitBuild(name, hash, tree, OptionalDouble.of(buildSeconds));
    }

    /** Lets the commit's launcher build what it needs, as it would for a user. */
    private static double build(String revision, Path tree, Path log) throws IOException, InterruptedException {
        long started = System.nanoTime();
        int exitCode = Command.run(tree, List.of(tree.resolve("thetis").toString(), "help"), log);
        if (exitCode != 0 || !Files.isDirectory(tree.resolve("build").resolve("lib"))) {
            throw new CompareException("the commit does not build: commit=" + revision + ", exitCode=" + exitCode
                    + ", log=" + log + "\n" + Command.tail(log));
        }
        return (System.nanoTime() - started) / 1e9;
    }

    private static String hash(Path project, String revision) throws IOException, InterruptedException {
        if (!git(project, "rev-parse", "--git-dir").succeeded()) {
            throw new CompareException("a comparison needs a clone with its history: folder=" + project);
        }
        Command found = git(project, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}");
        if (!found.succeeded()) {
            throw new CompareException("no such commit: commit=" + revision
                    + "; a hash, a tag, a branch or HEAD~1 are what git understands");
        }
        return found.output();
    }

    static Command git(Path project, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", project.toString()));
        command.addAll(List.of(words));
        return Command.run(project, command);
    }

    /** The folder of its jars. */
    Path library() {
        return tree.resolve("build").resolve("lib");
    }
}
