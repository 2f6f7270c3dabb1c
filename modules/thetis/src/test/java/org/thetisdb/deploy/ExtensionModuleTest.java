package org.thetisdb.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Node;
import org.thetisdb.api.Compiler;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * Goal: what pure code is not written against is nothing that it could link to, if the fence had a hole. Method: a
 * class that no fence has looked at.
 */
final class ExtensionModuleTest {
    private static final String PROBE = """
            package org.example;
            public final class Probe {
                public static String logger() {
                    return java.util.logging.Logger.getLogger("x").getName();
                }
                public static String internals() {
                    return new org.thetisdb.engine.StopSignal(0).toString();
                }
                public static String contract() {
                    return org.thetisdb.extension.CallContext.class.getSimpleName()
                            + org.thetisdb.value.Point.class.getSimpleName();
                }
            }
            """;

    @TempDir
    private Path folder;

    private Class<?> loaded(boolean trusted) throws IOException {
        return loaded(trusted, new byte[0]);
    }

    private Class<?> loaded(boolean trusted, byte[] description) throws IOException {
        Path source = Files.writeString(folder.resolve("Probe.java"), PROBE);
        assertThat(Compiler.run("-d", folder.toString(), "-proc:none", "-cp", Compiler.modulePath(), source.toString()))
                .isEmpty();
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(jar)) {
            zip.putNextEntry(new ZipEntry("org/example/Probe.class"));
            zip.write(Files.readAllBytes(folder.resolve("org/example/Probe.class")));
            zip.closeEntry();
            if (description.length > 0) {
                zip.putNextEntry(new ZipEntry("module-info.class"));
                zip.write(description);
                zip.closeEntry();
            }
        }
        JarContent content = JarContent.of("probe", jar.toByteArray());
        JarLoader loader = new JarLoader(
                "probe", content, content.classes(), List.of(ScalarFunction.class, Node.class, Point.class), trusted);
        ExtensionModule.define("probe", content, loader, trusted);
        return loader.own("org.example.Probe");
    }

    private static Object call(Class<?> probe, String method) throws ReflectiveOperationException {
        return probe.getMethod(method).invoke(null);
    }

    @Test
    void pureModule_readsTheContractAlone() throws Exception {
        Class<?> probe = loaded(false);
        Module module = probe.getModule();
        assertThat(module.getName()).isEqualTo("extension_probe");
        assertThat(ModuleLayer.boot().modules().stream().filter(module::canRead).map(Module::getName))
                .containsExactly("java.base");
        assertThat(call(probe, "contract")).isEqualTo("CallContextPoint");
        assertThatThrownBy(() -> call(probe, "logger"))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(IllegalAccessError.class)
                .hasMessageContaining("extension_probe does not read module java.logging");
        assertThatThrownBy(() -> call(probe, "internals")).cause().isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void trustedModule_readsAll() throws Exception {
        Class<?> probe = loaded(true);
        assertThat(call(probe, "logger")).isEqualTo("x");
        assertThat(call(probe, "contract")).isEqualTo("CallContextPoint");
        assertThat(call(probe, "internals")).asString().contains("StopSignal");
        assertThat(ModuleLayer.boot().modules()).allMatch(probe.getModule()::canRead);
    }

    @Test
    void descriptionOfALibraryThatWasPackedIn_isNotTheExtensions() throws Exception {
        byte[] description = ClassFile.of()
                .buildModule(ModuleAttribute.of(
                        ModuleDesc.of("org.library"),
                        module -> module.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null)
                                .requires(ModuleDesc.of("org.absent"), 0, null)));
        assertThat(loaded(true, description).getModule().getName()).isEqualTo("extension_probe");
        byte[] own = ClassFile.of()
                .buildModule(ModuleAttribute.of(
                        ModuleDesc.of("org.own"),
                        module -> module.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null)
                                .requires(ModuleDesc.of("org.thetisdb.extension"), 0, null)
                                .requires(ModuleDesc.of("org.absent"), 0, null)));
        assertThatThrownBy(() -> loaded(true, own))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("module=org.own, required=org.absent; start Java with --add-modules org.absent");
    }
}
