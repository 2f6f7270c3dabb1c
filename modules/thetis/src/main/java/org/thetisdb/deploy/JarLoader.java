package org.thetisdb.deploy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.ExtensionFormat;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Loads the classes of one extension from memory. What an extension brings itself comes before what the program has,
 * but for the platform's and this database's own classes, so that two extensions may bring different versions of a
 * library. All that can be is in one module, which {@link ExtensionModule} defines. Thread safe.
 */
final class JarLoader extends ClassLoader {
    private static final String PROTOCOL = "extension";

    private final String extension;
    private final JarContent content;
    private final Map<String, byte[]> classes;
    private final List<Class<?>> contract;
    private final boolean trusted;

    static {
        registerAsParallelCapable();
    }

    /**
     * @param classes those of the content, as they are to be defined
     * @param contract a class of each package that pure code is written against
     * @param trusted whether they may know all classes of the program
     */
    JarLoader(
            String extension,
            JarContent content,
            Map<String, byte[]> classes,
            List<Class<?>> contract,
            boolean trusted) {
        super("thetis-extension-" + extension, JarLoader.class.getClassLoader());
        this.extension = extension;
        this.content = content;
        this.classes = Map.copyOf(classes);
        this.contract = List.copyOf(contract);
        this.trusted = trusted;
    }

    /** The class of the jar of that name, and of no other place; EXTENSION_INVALID if there is none. */
    Class<?> own(String name) {
        if (classes.containsKey(name)) {
            try {
                return loadClass(name);
            } catch (ClassNotFoundException impossible) {
                throw new AssertionError(impossible);
            }
        }
        throw new ThetisException(
                ErrorCode.EXTENSION_INVALID,
                "the jar of an extension names a class that is not in it: name=" + extension + ", class=" + name
                        + "; leave it out of " + ExtensionFormat.DESCRIPTOR + ", or bring it");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known == null && classes.containsKey(name)) {
                known = findClass(name);
            }
            return known == null ? shown(super.loadClass(name, resolve)) : known;
        }
    }

    /** The JVM asks what modules read; on the class path all that is there would be one. */
    private Class<?> shown(Class<?> found) throws ClassNotFoundException {
        boolean isShown = trusted
                || found.getModule().isNamed()
                || found.isAnnotation()
                || contract.stream().anyMatch(each -> each.getPackageName().equals(found.getPackageName()));
        if (!isShown) {
            throw new ClassNotFoundException(found.getName() + " is not for pure extensions");
        }
        return found;
    }

    /** A class of each module and package that pure code is written against. */
    List<Class<?>> contract() {
        return contract;
    }

    @Override
    protected @Nullable Class<?> findClass(@Nullable String module, String name) {
        return classes.containsKey(name) ? own(name) : null;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        Optional<InputStream> own = content.open(name);
        return own.isPresent() ? own.get() : super.getResourceAsStream(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return content.entry(name).flatMap(bytes -> url(name, bytes)).orElse(null);
    }

    /** A class of a module asks so, and nobody else for it: what is not its own is the program's. */
    @Override
    protected @Nullable URL findResource(@Nullable String module, String name) {
        URL own = findResource(name);
        return own == null ? getParent().getResource(name) : own;
    }

    private Optional<URL> url(String name, byte[] bytes) {
        return place(extension, name).flatMap(place -> {
            try {
                return Optional.of(URL.of(place, new EntryHandler(bytes)));
            } catch (MalformedURLException unusable) {
                return Optional.empty();
            }
        });
    }

    /** What an entry is called; nothing if that is no URI. */
    static Optional<URI> place(String extension, String entry) {
        try {
            return Optional.of(new URI(PROTOCOL, extension, "/" + entry, null));
        } catch (URISyntaxException unusable) {
            return Optional.empty();
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(found));
    }

    /** Opens one entry, whatever the URL says. */
    private static final class EntryHandler extends URLStreamHandler {
        private final byte[] bytes;

        EntryHandler(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL place) {
            return new URLConnection(place) {
                @Override
                public void connect() {
                    // It is in memory.
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
