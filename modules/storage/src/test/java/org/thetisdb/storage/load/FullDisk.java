package org.thetisdb.storage.load;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The local file system on a disk that is full after so many bytes. */
final class FullDisk {
    private FullDisk() {}

    static FileSystem afterBytes(long bytes) {
        AtomicLong left = new AtomicLong(bytes);
        FileSystem local = new LocalFileSystem();
        return proxy(
                FileSystem.class,
                local,
                (method, result, arguments) -> {
                    if (method.equals("create")) {
                        WritableFile file = (WritableFile) result;
                        return proxy(WritableFile.class, file, (called, ignored, given) -> ignored, (called, given) -> {
                            if (called.equals("write") && left.addAndGet(-((MemorySegment) given[1]).byteSize()) < 0) {
                                throw new ThetisException(ErrorCode.DISK_FULL, "No room left: file=" + file.path());
                            }
                        });
                    }
                    return result;
                },
                (method, arguments) -> {});
    }

    private interface After {
        Object replace(String method, Object result, Object[] arguments);
    }

    private interface Before {
        void check(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, T delegate, After after, Before before) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    before.check(method.getName(), arguments);
                    try {
                        return after.replace(method.getName(), method.invoke(delegate, arguments), arguments);
                    } catch (InvocationTargetException wrapped) {
                        throw wrapped.getCause();
                    }
                }));
    }
}
