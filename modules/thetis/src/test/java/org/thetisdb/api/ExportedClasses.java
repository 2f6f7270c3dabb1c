package org.thetisdb.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        try (InputStream compiled = Files.newInputStream(root(ofModule).resolve("module-info.class"))) {
            return ModuleDescriptor.read(compiled);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All public and protected classes of packages that are exported to everybody. */
    static List<Class<?>> all() {
        return OF_MODULES.stream()
                .flatMap(ExportedClasses::ofModule)
                .filter(ExportedClasses::isVisible)
                .toList();
    }

    private static Stream<Class<?>> ofModule(Class<?> ofModule) {
        return descriptor(ofModule).exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .sorted()
                .flatMap(packageName -> ofPackage(root(ofModule), packageName));
    }

    private static Stream<Class<?>> ofPackage(Path root, String packageName) {
        try (Stream<Path> files = Files.list(root.resolve(packageName.replace('.', '/')))) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> packageName + "." + name.substring(0, name.length() - ".class".length()))
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
