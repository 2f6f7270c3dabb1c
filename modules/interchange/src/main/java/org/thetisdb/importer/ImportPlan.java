package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.ids.IdType;
import org.thetisdb.importer.plan.HeaderReader;
import org.thetisdb.importer.plan.IndexRequest;
import org.thetisdb.importer.plan.LoadPlan;
import org.thetisdb.importer.plan.MappingReader;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** What is to be imported, checked against the headers of all files. Immutable. */
public final class ImportPlan {
    private final LoadPlan plan;

    private ImportPlan(LoadPlan plan) {
        this.plan = plan;
    }

    /**
     * As {@link #fromMapping(FileSystem, Path, Path)}, with files of this machine.
     *
     * @param mappingFile JSON; see {@code examples/snb}
     * @param dataDirectory what the names of files in the mapping are relative to
     * @return what is to be imported
     */
    public static ImportPlan fromMapping(Path mappingFile, Path dataDirectory) {
        return fromMapping(new LocalFileSystem(), mappingFile, dataDirectory);
    }

    /**
     * As {@link #fromHeaders(FileSystem, HeaderFormat, List, List)}, with files of this machine.
     *
     * @param format how the files are written
     * @param nodes such as {@code Person:Actor=header.csv,a.csv,b.csv}
     * @param relationships such as {@code KNOWS=header.csv,a.csv}
     * @return what is to be imported
     */
    public static ImportPlan fromHeaders(HeaderFormat format, List<String> nodes, List<String> relationships) {
        return fromHeaders(new LocalFileSystem(), format, nodes, relationships);
    }

    /**
     * Files that have headers of their own, and a mapping file that says what their columns mean.
     *
     * @param fileSystem where all files are
     * @param mappingFile JSON; see {@code examples/snb}
     * @param dataDirectory what the names of files in the mapping are relative to
     * @return what is to be imported
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_MAPPING} or {@link ErrorCode#IMPORT_BAD_HEADER} with what
     *     was probably meant
     */
    public static ImportPlan fromMapping(FileSystem fileSystem, Path mappingFile, Path dataDirectory) {
        return new ImportPlan(MappingReader.read(fileSystem, mappingFile, dataDirectory));
    }

    /**
     * Files whose headers say what the columns mean: {@code name:type}, {@code :ID(Space)}, {@code :LABEL},
     * {@code :START_ID(Space)}, {@code :END_ID(Space)}, {@code :TYPE}, {@code :IGNORE}.
     *
     * @param fileSystem where all files are
     * @param format how the files are written
     * @param nodes such as {@code Person:Actor=header.csv,a.csv,b.csv}
     * @param relationships such as {@code KNOWS=header.csv,a.csv}
     * @return what is to be imported
     * @throws ThetisException {@link ErrorCode#IMPORT_BAD_HEADER}, {@link ErrorCode#USAGE}
     */
    public static ImportPlan fromHeaders(
            FileSystem fileSystem, HeaderFormat format, List<String> nodes, List<String> relationships) {
        CsvFormat csv = new CsvFormat((byte) format.delimiter(), format.quote(), (byte) format.arrayDelimiter());
        IdType idType = format.integerIds() ? IdType.INTEGER : IdType.STRING;
        List<IndexRequest> indexes = format.indexes().stream()
                .map(index -> new IndexRequest(index.label(), index.property(), index.unique()))
                .toList();
        return new ImportPlan(
                HeaderReader.read(fileSystem, csv, idType, format.inferTypes(), nodes, relationships, indexes));
    }

    /**
     * How files with such headers are written, and what indexes the database shall have.
     *
     * @param delimiter between fields; one ASCII character
     * @param arrayDelimiter between the entries of a list; if it is the same as the delimiter, lists are quoted
     * @param quote around fields; another ASCII character
     * @param integerIds whether ids are 64-bit integers; else any text
     * @param indexes made with the database
     * @param inferTypes whether a plain column, {@code name}, gets a type by its values; else it is text
     */
    public record HeaderFormat(
            char delimiter,
            char arrayDelimiter,
            char quote,
            boolean integerIds,
            List<Index> indexes,
            boolean inferTypes) {
        /** Commas, lists with semicolons, double quotes, ids of any text, no indexes, types of plain columns found. */
        public static final HeaderFormat DEFAULT = new HeaderFormat(',', ';', '"', false, List.of());

        /**
         * As the other one; plain columns get types by their values.
         *
         * @param delimiter between fields
         * @param arrayDelimiter between the entries of a list
         * @param quote around fields
         * @param integerIds whether ids are 64-bit integers; else any text
         * @param indexes made with the database
         */
        public HeaderFormat(char delimiter, char arrayDelimiter, char quote, boolean integerIds, List<Index> indexes) {
            this(delimiter, arrayDelimiter, quote, integerIds, indexes, true);
        }

        /**
         * Checks that the characters are distinct.
         *
         * @throws ThetisException {@link ErrorCode#USAGE} if they cannot
         */
        public HeaderFormat {
            indexes = List.copyOf(indexes);
            for (char separator : new char[] {delimiter, arrayDelimiter, quote}) {
                if (separator > 127 || separator == '\n' || separator == '\r') {
                    throw new ThetisException(
                            ErrorCode.USAGE,
                            "delimiters and quotes are single ASCII characters, no line ends: value='" + separator
                                    + "'");
                }
            }
            if (delimiter == quote || arrayDelimiter == quote) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "a delimiter and the quote must differ: delimiter='" + delimiter + "', arrayDelimiter='"
                                + arrayDelimiter + "', quote='" + quote + "'");
            }
        }
    }

    /**
     * An index that the new database shall have.
     *
     * @param label whose nodes it covers
     * @param property whose values it is ordered by
     * @param unique whether each value may be there once only
     */
    public record Index(String label, String property, boolean unique) {}

    static String suggestion(String wrong, Collection<String> known) {
        return Suggestions.orAll(wrong, known);
    }

    LoadPlan loadPlan() {
        return plan;
    }
}
