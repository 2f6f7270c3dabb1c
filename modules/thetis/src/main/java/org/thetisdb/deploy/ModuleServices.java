package org.thetisdb.deploy;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The services that a jar without {@code module-info.class} provides and asks for, as lines of one. A module may only
 * name services of modules that it requires, and cannot require one that has a package which it has itself: such
 * services are left out, and so are those of the class path. Used by one thread.
 */
final class ModuleServices {
    private static final String LOADER = ServiceLoader.class.getName();

    private final Set<String> packages;
    private final Map<String, ResolvedModule> exporters = new HashMap<>();
    private final Set<String> required = new HashSet<>();

    /**
     * @param packages of the module itself
     * @param there all modules that can be required
     */
    ModuleServices(Set<String> packages, Configuration there) {
        this.packages = packages;
        note(there);
    }

    private void note(Configuration configuration) {
        for (ResolvedModule each : configuration.modules()) {
            exported(each).forEach(name -> exporters.putIfAbsent(name, each));
        }
        configuration.parents().forEach(this::note);
    }

    private static Stream<String> exported(ResolvedModule module) {
        ModuleDescriptor descriptor = module.reference().descriptor();
        return descriptor.isAutomatic()
                ? descriptor.packages().stream()
                : descriptor.exports().stream()
                        .filter(each -> !each.isQualified())
                        .map(ModuleDescriptor.Exports::source);
    }

    /** Adds the lines of what a jar says in files, and of what its classes may ask for. */
    void addTo(ModuleDescriptor.Builder builder, JarContent content) {
        content.services().forEach((service, providers) -> {
            if (canName(service)) {
                builder.provides(service, providers);
            }
        });
        for (String each : mentioned(content.classes().values())) {
            if (canName(each)) {
                builder.uses(each);
            }
        }
        required.remove("java.base");
        required.forEach(builder::requires);
    }

    /** All classes if there is anybody who asks for services: any of them may be one. A mere text is not found. */
    private static Set<String> mentioned(Collection<byte[]> classes) {
        Set<String> names = new HashSet<>();
        for (byte[] bytes : classes) {
            for (PoolEntry each : ClassFile.of().parse(bytes).constantPool()) {
                if (each instanceof ClassEntry type && !type.asInternalName().startsWith("[")) {
                    names.add(type.asInternalName().replace('/', '.'));
                }
            }
        }
        return names.contains(LOADER) ? names : Set.of();
    }

    private boolean canName(String service) {
        String in = service.substring(0, Math.max(0, service.lastIndexOf('.')));
        if (packages.contains(in)) {
            return true;
        }
        Optional<ResolvedModule> exporter =
                Optional.ofNullable(exporters.get(in)).filter(this::isApart);
        exporter.ifPresent(each -> required.add(each.name()));
        return exporter.isPresent();
    }

    /** What it reads may come with it. */
    private boolean isApart(ResolvedModule module) {
        return Stream.concat(Stream.of(module), module.reads().stream())
                .allMatch(each -> Collections.disjoint(packages, exported(each).toList()));
    }
}
