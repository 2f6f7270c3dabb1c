package org.thetisdb.deploy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
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
 * library. Thread safe.
 */
final class JarLoader extends ClassLoader {
    private static final String PROTOCOL = "extension";

    private final String extension;
    private final JarContent content;
    private final Map<String, byte[]> classes;

    static {
        registerAsParallelCapable();
    }

    /** @param classes those of the content, as they are to be defined */
    JarLoader(String extension, JarContent content, Map<String, byte[]> classes, ClassLoader parent) {
        super("thetis-extension-" + extension, parent);
        this.extension = extension;
        this.content = content;
        this.classes = Map.copyOf(classes);
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
            return known == null ? super.loadClass(name, resolve) : known;
        }
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
        Optional<byte[]> entry = content.entry(name);
        if (entry.isEmpty()) {
            return null;
        }
        try {
            URI place = new URI(PROTOCOL, extension, "/" + name, null);
            return URL.of(place, new EntryHandler(entry.get()));
        } catch (Exception unusable) {
            return null;
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
