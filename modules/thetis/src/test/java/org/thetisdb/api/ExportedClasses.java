package org.thetisdb.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.Database;
import org.thetisdb.importer.Importer;

/** The modules that users name as they were compiled: what they export, and what they lend. Stateless. */
final class ExportedClasses {
    /** One class of each module whose exported packages are for users. */
    private static final List<Class<?>> OF_MODULES = List.of(Database.class, Importer.class);

    private ExportedClasses() {}

    /** The descriptor of a class's module, also where tests run without modules. */
    static ModuleDescriptor descriptor(Class<?> ofModule) {
        return compiled(ofModule).descriptor();
    }

    /** A module as it was compiled, to a folder or to a jar. */
    private static ModuleReference compiled(Class<?> ofModule) {
        return ModuleFinder.of(root(ofModule)).findAll().iterator().next();
    }

    /** All public and protected classes of packages that are exported to everybody. */
    static List<Class<?>> all() {
        return OF_MODULES.stream()
                .flatMap(ExportedClasses::ofModule)
                .filter(ExportedClasses::isVisible)
                .toList();
    }

    private static Stream<Class<?>> ofModule(Class<?> ofModule) {
        Set<String> packages = descriptor(ofModule).exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        try (ModuleReader module = compiled(ofModule).open();
                Stream<String> files = module.list()) {
            List<String> names = files.filter(file -> file.endsWith(".class") && file.contains("/"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> packages.contains(name.substring(0, name.lastIndexOf('.'))))
                    .filter(name -> !name.endsWith(".package-info"))
                    .sorted()
                    .toList();
            return names.stream().map(ExportedClasses::load);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Database.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a user's program may name it: it and all around it are public or protected. */
    static boolean isVisible(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass() || !isVisible(type.getModifiers())) {
            return false;
        }
        return type.getEnclosingClass() == null || isVisible(type.getEnclosingClass());
    }

    static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static Path root(Class<?> ofModule) {
        try {
            return Path.of(
                    ofModule.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
