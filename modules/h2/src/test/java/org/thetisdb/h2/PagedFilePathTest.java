package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.value.ThetisException;

/** Names, streams, errors: what H2 asks of a file system besides reading and writing. */
class PagedFilePathTest {
    @TempDir
    private Path folder;

    private Pages pages;

    @BeforeEach
    void register() throws IOException {
        pages = Pages.register(folder, Pages.TINY);
    }

    @AfterEach
    void close() throws IOException {
        pages.close();
    }

    private static void write(FilePath file, String text) throws IOException {
        try (FileChannel channel = file.open("rw")) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
        FileUtils.readFully(channel.position(0), buffer);
        return new String(buffer.array(), StandardCharsets.UTF_8);
    }

    private static String read(FilePath file) throws IOException {
        try (FileChannel channel = file.open("r")) {
            return read(channel);
        }
    }

    @Test
    void names_areThoseOfTheDisk_behindTheScheme() throws IOException {
        FilePath file = pages.path("a/../b.txt");
        assertThat(file.getScheme()).isEqualTo("paged");
        assertThat(file.getName()).isEqualTo("b.txt");
        assertThat(file.isAbsolute()).isTrue();
        assertThat(FilePath.get("paged:b.txt").isAbsolute()).isFalse();
        assertThat(file.toRealPath().toString())
                .isEqualTo("paged:" + folder.toRealPath().resolve("b.txt"));
        assertThat(pages.path("b.txt").getParent().toRealPath().toString()).isEqualTo("paged:" + folder.toRealPath());
        assertThat(FilePath.get("paged:/").getParent()).isNull();
        assertThat(FilePath.get("paged:~/x").toString()).startsWith("paged:/");
        assertThat(FilePath.get("paged:file:/x").toString()).isEqualTo("paged:/x");
        assertThat(file.unwrap().getScheme()).isEqualTo("file");
    }

    @Test
    void files_areMadeListedRenamedAndDeleted() throws IOException {
        FilePath directory = pages.path("d");
        directory.createDirectory();
        assertThat(directory.isDirectory()).isTrue();
        FilePath file = pages.path("d/file");
        assertThat(file.createFile()).isTrue();
        assertThat(file.createFile()).isFalse();
        write(file, "content");
        assertThat(file.size()).isEqualTo(7);
        assertThat(file.isRegularFile()).isTrue();
        assertThat(file.canWrite()).isTrue();
        assertThat(file.lastModified()).isPositive();
        assertThat(directory.newDirectoryStream())
                .extracting(FilePath::toString)
                .containsExactly(file.toString());
        FilePath renamed = pages.path("d/renamed");
        file.moveTo(renamed, true);
        assertThat(file.exists()).isFalse();
        assertThat(read(renamed)).isEqualTo("content");
        FilePath temporary = file.createTempFile(".temp.db", false);
        assertThat(temporary.toString()).startsWith("paged:").endsWith(".temp.db");
        assertThat(temporary.exists()).isTrue();
        temporary.delete();
        renamed.delete();
        assertThat(renamed.exists()).isFalse();
        assertThat(pages.path("d").newDirectoryStream()).isEmpty();
        directory.delete();
        assertThat(pages.path("d/none").newDirectoryStream()).isEmpty();
    }

    @Test
    void aFileThatIsReplacedOrDeletedWhileItIsOpen_isStillTheFormerOneToWhoHasIt() throws IOException {
        FilePath file = pages.path("file");
        write(file, "former");
        write(pages.path("new"), "newer!");
        try (FileChannel former = file.open("r")) {
            assertThat(read(former)).isEqualTo("former");
            pages.path("new").moveTo(file, true);
            assertThat(read(file)).isEqualTo("newer!");
            assertThat(read(former)).isEqualTo("former");
            file.delete();
            write(file, "newest");
            assertThat(read(file)).isEqualTo("newest");
            assertThat(read(former)).isEqualTo("former");
        }
    }

    @Test
    void streams_writeAndRead_alsoBesideChannels() throws IOException {
        FilePath file = pages.path("deep/er/file");
        try (OutputStream out = file.newOutputStream(false)) {
            out.write('a');
        }
        try (FileChannel channel = file.open("rw")) {
            assertThat(read(channel)).isEqualTo("a");
            try (OutputStream out = file.newOutputStream(true)) {
                out.write('b');
            }
            assertThat(read(channel)).isEqualTo("ab");
            try (OutputStream out = file.newOutputStream(false)) {
                out.write("cde".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(read(channel)).isEqualTo("cde");
            channel.write(ByteBuffer.wrap(new byte[] {'f'}), 3);
            try (InputStream in = file.newInputStream()) {
                assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("cdef");
            }
        }
    }

    @Test
    void positionsAndEnds_areThoseOfAFileChannel() throws IOException {
        try (FileChannel channel = pages.path("file").open("rw")) {
            assertThat(channel.read(ByteBuffer.allocate(1), 0)).isEqualTo(-1);
            assertThat(channel.read(ByteBuffer.allocate(0), 0)).isZero();
            channel.position(5);
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            assertThat(channel.position()).isEqualTo(8);
            assertThat(channel.size()).isEqualTo(8);
            channel.truncate(6);
            assertThat(channel.position()).isEqualTo(6);
            ByteBuffer all = ByteBuffer.allocate(10);
            assertThat(channel.read(all, 0)).isEqualTo(6);
            assertThat(all.array()).containsExactly(0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1), -1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), -1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> channel.truncate(-1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1).asReadOnlyBuffer(), 0))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(channel.size()).isEqualTo(6);
        }
    }

    @Test
    void aFileOpenForReading_cannotBeWritten_andIsStillReadFromPages() throws IOException {
        write(pages.path("file"), "text");
        try (FileChannel channel = pages.path("file").open("r")) {
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), 0))
                    .isInstanceOf(NonWritableChannelException.class);
            assertThatThrownBy(() -> channel.truncate(0)).isInstanceOf(NonWritableChannelException.class);
            assertThat(read(channel)).isEqualTo("text");
            assertThat(pages.cache().counters().residentBytes()).isPositive();
        }
        assertThatThrownBy(() -> pages.path("none").open("r")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aClosedChannel_saysSo() throws IOException {
        FileChannel channel = pages.path("file").open("rw");
        channel.close();
        channel.close();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1), 0)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), 0)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(channel::size).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> channel.force(true)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> channel.tryLock()).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void aLock_isTheSystemsOwn() throws IOException {
        write(pages.path("file"), "text");
        try (FileChannel one = pages.path("file").open("rw");
                FileChannel other = FileChannel.open(folder.resolve("file"), StandardOpenOption.WRITE)) {
            try (FileLock held = one.tryLock()) {
                assertThat(held.isValid()).isTrue();
                read(one);
                assertThatThrownBy(other::tryLock).isInstanceOf(OverlappingFileLockException.class);
            }
            try (FileLock held = other.tryLock()) {
                assertThat(held).isNotNull();
            }
        }
    }

    @Test
    void aFileThatWasCutByOthers_isReadAsZeros_andHarmsNobodyElse() throws IOException {
        FilePath file = pages.path("file");
        write(file, "x".repeat(100_000));
        try (FileChannel channel = file.open("r")) {
            try (FileChannel other = FileChannel.open(folder.resolve("file"), StandardOpenOption.WRITE)) {
                other.truncate(10);
            }
            ByteBuffer found = ByteBuffer.allocate(20);
            assertThat(channel.read(found, 0)).isEqualTo(20);
            assertThat(found.get(9)).isEqualTo((byte) 'x');
            assertThat(found.get(10)).isZero();
        }
        assertThat(read(file)).isEqualTo("x".repeat(10));
    }

    @Test
    void badNamesSchemesSizesAndProperties_areRefused() {
        assertThatThrownBy(() -> FilePath.get("paged:mem:x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("files of the disk can be paged");
        for (String scheme : new String[] {"", "a", "nio", "split", "Paged", "pa:ged"}) {
            assertThatThrownBy(() -> PagedFilePath.over(pages.cache(), 4096, scheme))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("scheme=" + scheme);
        }
        assertThatThrownBy(() -> PagedFilePath.over(pages.cache(), 5000, "paged"))
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining("pageBytes=5000");
        withProperty(PagedFilePath.MEMORY_PROPERTY, "much", "memory budget cannot be read");
        withProperty(PagedFilePath.ENGINE_PROPERTY, "steam", "there is no such I/O engine");
    }

    private static void withProperty(String name, String value, String message) {
        System.setProperty(name, value);
        try {
            assertThatThrownBy(PagedFilePath::new)
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining(message);
        } finally {
            System.clearProperty(name);
        }
    }

    @Test
    void severalCaches_haveASchemeEach() throws IOException {
        try (var small = Pages.cache(Pages.TINY, PageCacheOptions.AUTO)) {
            PagedFilePath archive = PagedFilePath.over(small, 16 << 10, "archive");
            FilePath.register(archive);
            FilePath file = FilePath.get("archive:" + folder.resolve("file"));
            write(file, "text");
            assertThat(read(file)).isEqualTo("text");
            assertThat(small.counters().misses()).isPositive();
            assertThat(pages.cache().counters().misses()).isZero();
            FilePath.unregister(archive);
        }
    }
}
