package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.importer.ids.SpillArea;
import org.thetisdb.importer.load.ErrorCollector;
import org.thetisdb.importer.load.ImportLimits;
import org.thetisdb.importer.load.ImportRun;
import org.thetisdb.importer.load.TypeScan;
import org.thetisdb.importer.plan.LoadPlan;
import org.thetisdb.importer.plan.TypeNames;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadResult;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Imports files into a new database. Immutable; {@link #run} may be called by several threads for different
 * directories.
 */
public final class Importer {
    private static final int PAGE_BYTES = 16 << 10;

    private final ImportOptions options;
    private final LoaderFactory loaders;
    private final ImportLimits limits;

    /** Makes the storage's loader; tests put others in its place. */
    @FunctionalInterface
    interface LoaderFactory {
        BulkLoader create(FileSystem fileSystem, Path directory, LoadOptions options);
    }

    /**
     * An importer for any number of imports, one after the other or at once.
     *
     * @param options memory, threads and what is tolerated, for each of them
     */
    public Importer(ImportOptions options) {
        this(
                options,
                BulkLoader::create,
                ImportLimits.of(options.memoryBytes(), Runtime.getRuntime().maxMemory(), options.threadCount()));
    }

    Importer(ImportOptions options, LoaderFactory loaders, ImportLimits limits) {
        this.options = options;
        this.loaders = loaders;
        this.limits = limits;
    }

    /**
     * Reads everything the plan names into a new database. To cancel, interrupt the calling thread.
     *
     * @param plan what is read, and as what
     * @param directory of the new database
     * @param progress hears how far it is; {@link ImportProgress#NONE} if nobody asks
     * @return what was imported
     * @throws ThetisException {@link ErrorCode#IMPORT_TARGET_EXISTS}; {@link ErrorCode#DATABASE_LOCKED} if the database
     *     to be replaced is open to write; {@link ErrorCode#IMPORT_BAD_ROW},
     *     {@link ErrorCode#IMPORT_DUPLICATE_ID} and {@link ErrorCode#IMPORT_DANGLING_RELATIONSHIP} for the first row
     *     that is wrong and not tolerated; {@link ErrorCode#IMPORT_INTERRUPTED}; {@link ErrorCode#DISK_FULL}. Nothing
     *     of the import is left then
     */
    public ImportResult run(ImportPlan plan, Path directory, ImportProgress progress) {
        return run(() -> plan, directory, progress);
    }

    /** As the other one; the plan is made, for which headers are read, when the target is known to be free. */
    ImportResult run(Supplier<ImportPlan> plan, Path directory, ImportProgress progress) {
        try (TargetDirectory target = TargetDirectory.prepare(options.fileSystem(), directory, options.overwrite())) {
            return run(plan.get(), target, progress);
        }
    }

    private ImportResult run(ImportPlan plan, TargetDirectory target, ImportProgress progress) {
        FileSystem fileSystem = options.fileSystem();
        ProgressMeter meter = new ProgressMeter(progress, options.nanoClock());
        List<String> notes = new ArrayList<>(plan.loadPlan().notes());
        LoadOptions loadOptions = new LoadOptions(limits.loaderBytes(), options.threadCount(), PAGE_BYTES);
        try (SpillArea area = new SpillArea(fileSystem, target.spillDirectory());
                ErrorCollector errors = new ErrorCollector(fileSystem, options.badTolerance(), options.reportFile())) {
            if (area.removeLeftovers()) {
                notes.add("Removed temporary files that a killed import left behind.");
            }
            try (BulkLoader loader = loaders.create(fileSystem, target.loadDirectory(), loadOptions)) {
                TypeScan.Found types =
                        new TypeScan(plan.loadPlan(), limits, options.threadCount(), fileSystem, meter).run();
                ImportRun.Counts counts = read(types.plan(), loader, area, errors, meter, notes);
                double readSeconds = meter.elapsedNanos() / 1e9;
                LoadResult loaded = loader.finish(meter);
                target.publish();
                notes.addAll(loaded.notes());
                notes.addAll(target.notes());
                return new ImportResult(
                        counts.nodes(),
                        counts.relationships(),
                        loaded.propertyCount(),
                        counts.nodesByLabel(),
                        counts.relationshipsByType(),
                        errors.count(),
                        meter.elapsedNanos() / 1e9,
                        readSeconds,
                        loaded.databaseBytes(),
                        loaded.spilledBytes() + area.writtenBytes(),
                        types.columns().stream().map(Importer::inferred).toList(),
                        notes);
            } catch (RuntimeException | Error failure) {
                target.abandon();
                throw failure;
            }
        }
    }

    private static InferredColumn inferred(TypeScan.Column column) {
        return new InferredColumn(
                column.table().name(),
                column.property().property(),
                TypeNames.cypherName(column.type()),
                (column.example() + " " + column.reason()).strip());
    }

    /** The tables of ids are garbage when this returns, so that the loader has the memory for its end. */
    private ImportRun.Counts read(
            LoadPlan plan,
            BulkLoader loader,
            SpillArea area,
            ErrorCollector errors,
            ProgressMeter meter,
            List<String> notes) {
        try (ImportRun run =
                new ImportRun(plan, limits, options.threadCount(), options.fileSystem(), area, errors, loader, meter)) {
            ImportRun.Counts counts = run.run();
            for (String space : run.spilledSpaces()) {
                notes.add("The ids of space '" + space + "' did not fit the memory budget and went to disk.");
            }
            return counts;
        }
    }
}
