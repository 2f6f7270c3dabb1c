package org.thetisdb.deploy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the one module that a jar in memory is. Immutable. */
final class ContentFinder implements ModuleFinder {
    private final ModuleDescriptor descriptor;
    private final JarContent content;

    ContentFinder(ModuleDescriptor descriptor, JarContent content) {
        this.descriptor = descriptor;
        this.content = content;
    }

    ModuleDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public Optional<ModuleReference> find(String name) {
        return name.equals(descriptor.name()) ? Optional.of(new Content()) : Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
        return Set.of(new Content());
    }

    /** The module with its entries. */
    private final class Content extends ModuleReference {
        Content() {
            super(descriptor, null);
        }

        @Override
        public ModuleReader open() {
            return new Reader();
        }
    }

    /** Reads entries; nothing is to be closed. */
    private final class Reader implements ModuleReader {
        @Override
        public Optional<URI> find(String path) {
            return content.entry(path).flatMap(_ -> JarLoader.place(descriptor.name(), path));
        }

        @Override
        public Optional<InputStream> open(String path) {
            return content.entry(path).map(ByteArrayInputStream::new);
        }

        @Override
        public Stream<String> list() {
            return content.paths().stream();
        }

        @Override
        public void close() {
            // It is in memory.
        }
    }
}
