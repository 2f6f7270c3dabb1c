package org.thetisdb.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Thetis of another build, in the same process: its jars have a class loader of their own, in which {@link
 * ThetisPeer} is loaded once more. So both run under one garbage collector and one compiler, alternately, and what
 * differs is the code.
 *
 * <pre>
 *   the run ──► Peer, UpdateTarget, Dataset, …             one for both
 *     │
 *     ├─► ThetisPeer ──► org.thetisdb of this build      the application's class loader
 *     └─► ThetisPeer ──► org.thetisdb of the other one   this class loader
 * </pre>
 *
 * <p>The application's class loader is not equivalent: the same build has been a fifth slower there than here.
 * So two builds are compared when both are loaded here, each from its folder.
 */
final class OtherBuild extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String THETIS = "org.thetisdb.";
    private static final String BENCH = "org.thetisdb.bench.";

    /** What uses the database is loaded here, too; all else of the bench is shared. */
    private static final List<String> DOUBLED =
            List.of(ThetisPeer.class.getName(), ThetisImport.class.getName(), TimeLimitWatch.class.getName());

    private OtherBuild(String name, URL[] jars) {
        super(name, jars, OtherBuild.class.getClassLoader());
    }

    /**
     * The peer over the jars of a folder, such as {@code build/lib} of a checkout in which {@code ./thetis} has run.
     *
     * @param name as which its numbers are shown
     * @throws IllegalArgumentException if there are none
     */
    static Peer peer(String name, Path folder, int threadCount) {
        OtherBuild build = new OtherBuild(name, classPath(folder));
        try {
            return (Peer) build.loadClass(ThetisPeer.class.getName())
                    .getConstructor(String.class, int.class)
                    .newInstance(name, threadCount);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException(
                    "the other build's interface differs too much: folder=" + folder, failure);
        }
    }

    /** All jars of the folder, and the location of the bench's own classes. */
    private static URL[] classPath(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<URL> jars = new ArrayList<>();
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(jar.toUri().toURL());
            }
            if (jars.isEmpty()) {
                throw new IllegalArgumentException("no jars of a build: folder=" + folder);
            }
            jars.add(OtherBuild.class.getProtectionDomain().getCodeSource().getLocation());
            return jars.toArray(URL[]::new);
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot list the build: folder=" + folder, failed);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    private static boolean isOwn(String name) {
        boolean doubled = DOUBLED.stream().anyMatch(each -> name.equals(each) || name.startsWith(each + "$"));
        return doubled || name.startsWith(THETIS) && !name.startsWith(BENCH);
    }
}
