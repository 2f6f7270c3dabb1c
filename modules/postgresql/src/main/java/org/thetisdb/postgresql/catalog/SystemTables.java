package org.thetisdb.postgresql.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.type.PgType;

/** The tables of {@code pg_catalog} and {@code information_schema}, as far as clients ask for them. Immutable. */
public final class SystemTables {
    /** The schema of all tables of the graph. */
    public static final int PUBLIC = 2200;

    /** The schema of those here. */
    public static final int PG_CATALOG = 11;

    /** The other one. */
    public static final int INFORMATION_SCHEMA = 13_000;

    private static final int OWNER = 10;
    private static final int HEAP = 2;

    /** What there is none of here, so that questions for it have no rows. */
    private static final Set<String> NONE = Set.of(
            "pg_attrdef",
            "pg_constraint",
            "pg_trigger",
            "pg_policy",
            "pg_inherits",
            "pg_description",
            "pg_proc",
            "pg_statistic_ext",
            "pg_publication",
            "pg_publication_rel",
            "pg_publication_namespace",
            "pg_foreign_table",
            "pg_foreign_server",
            "pg_foreign_data_wrapper",
            "pg_user_mapping",
            "pg_enum",
            "pg_range",
            "pg_extension",
            "pg_sequence",
            "pg_rewrite",
            "pg_depend",
            "pg_shdescription",
            "pg_opclass",
            "pg_event_trigger",
            "pg_language",
            "pg_stat_activity",
            "pg_partitioned_table",
            "pg_auth_members",
            "pg_db_role_setting",
            "pg_locks",
            "pg_matviews",
            "pg_views",
            "pg_indexes",
            "pg_index",
            "pg_operator",
            "pg_cast",
            "pg_aggregate",
            "pg_conversion",
            "pg_ts_config",
            "pg_ts_dict",
            "pg_ts_parser",
            "pg_ts_template",
            "pg_subscription",
            "pg_shadow",
            "pg_sequences",
            "pg_timezone_names",
            "pg_stat_user_tables",
            "pg_prepared_statements");

    private static final Set<String> NONE_OF_INFORMATION = Set.of(
            "table_constraints",
            "key_column_usage",
            "referential_constraints",
            "constraint_column_usage",
            "views",
            "routines",
            "parameters",
            "triggers",
            "sequences",
            "check_constraints",
            "table_privileges",
            "column_privileges",
            "role_table_grants",
            "domains",
            "element_types");

    private final GraphTables tables;
    private final String user;
    private final String database;
    private final Map<String, String> settings;

    /** For a client. */
    public SystemTables(GraphTables tables, String user, String database, Map<String, String> settings) {
        this.tables = tables;
        this.user = user;
        this.database = database;
        this.settings = Map.copyOf(settings);
    }

    /** {@return the table of that name in {@code pg_catalog}} */
    public Optional<CatalogTable> ofPgCatalog(String name) {
        return switch (name) {
            case "pg_namespace" -> Optional.of(namespaces());
            case "pg_class" -> Optional.of(classes());
            case "pg_attribute" -> Optional.of(attributes());
            case "pg_type" -> Optional.of(types());
            case "pg_collation" -> Optional.of(collations());
            case "pg_am" ->
                Optional.of(CatalogTable.of(
                        name, "oid:oid amname:name amtype:char", List.of(List.of((long) HEAP, "heap", "t"))));
            case "pg_database" -> Optional.of(databases());
            case "pg_roles", "pg_authid", "pg_user" -> Optional.of(roles(name));
            case "pg_tablespace" ->
                Optional.of(CatalogTable.of(
                        name, "oid:oid spcname:name spcowner:oid", List.of(List.of(1663L, "pg_default", (long)
                                OWNER))));
            case "pg_settings" -> Optional.of(settings());
            case "pg_tables" -> Optional.of(pgTables());
            default -> NONE.contains(name) ? Optional.of(CatalogTable.empty(name)) : Optional.empty();
        };
    }

    /** {@return the table of that name in {@code information_schema}} */
    public Optional<CatalogTable> ofInformationSchema(String name) {
        return switch (name) {
            case "tables" -> Optional.of(informationTables());
            case "columns" -> Optional.of(informationColumns());
            case "schemata" ->
                Optional.of(CatalogTable.of(
                        name,
                        "catalog_name:name schema_name:name schema_owner:name",
                        List.of(
                                List.of(database, "public", user),
                                List.of(database, "pg_catalog", user),
                                List.of(database, "information_schema", user))));
            default -> NONE_OF_INFORMATION.contains(name) ? Optional.of(CatalogTable.empty(name)) : Optional.empty();
        };
    }

    private static CatalogTable namespaces() {
        return CatalogTable.of(
                "pg_namespace",
                "oid:oid nspname:name nspowner:oid nspacl:_text",
                List.of(
                        row((long) PG_CATALOG, "pg_catalog", (long) OWNER, null),
                        row((long) PUBLIC, "public", (long) OWNER, null),
                        row((long) INFORMATION_SCHEMA, "information_schema", (long) OWNER, null)));
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    private CatalogTable classes() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (GraphTable table : tables.tables()) {
            rows.add(row(
                    (long) table.oid(),
                    table.name(),
                    (long) PUBLIC,
                    0L,
                    0L,
                    (long) OWNER,
                    (long) HEAP,
                    (long) table.oid(),
                    0L,
                    0L,
                    -1.0,
                    0L,
                    0L,
                    false,
                    false,
                    "p",
                    "r",
                    (long) table.columns().size(),
                    0L,
                    false,
                    false,
                    false,
                    false,
                    false,
                    true,
                    "d",
                    false,
                    0L));
        }
        return CatalogTable.of("pg_class", """
                oid:oid relname:name relnamespace:oid reltype:oid reloftype:oid relowner:oid relam:oid relfilenode:oid
                reltablespace:oid relpages:int4 reltuples:float4 relallvisible:int4 reltoastrelid:oid relhasindex:bool
                relisshared:bool relpersistence:char relkind:char relnatts:int2 relchecks:int2 relhasrules:bool
                relhastriggers:bool relhassubclass:bool relrowsecurity:bool relforcerowsecurity:bool
                relispopulated:bool relreplident:char relispartition:bool relrewrite:oid relacl:_text reloptions:_text
                relpartbound:text relfrozenxid:int4 relhasoids:bool
                """, rows);
    }

    private static long collation(PgType type) {
        return type.isText() ? 950 : 0;
    }

    private CatalogTable attributes() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (GraphTable table : tables.tables()) {
            for (int index = 0; index < table.columns().size(); index++) {
                GraphColumn column = table.columns().get(index);
                boolean required = column.role() != GraphColumn.Role.PROPERTY;
                rows.add(row(
                        (long) table.oid(),
                        column.name(),
                        (long) column.type().oid(),
                        -1L,
                        (long) column.type().bytes(),
                        index + 1L,
                        0L,
                        -1L,
                        -1L,
                        false,
                        "p",
                        "i",
                        required,
                        false,
                        "",
                        "",
                        false,
                        true,
                        0L,
                        collation(column.type())));
            }
        }
        return CatalogTable.of("pg_attribute", """
                attrelid:oid attname:name atttypid:oid attstattarget:int4 attlen:int2 attnum:int2 attndims:int4
                attcacheoff:int4 atttypmod:int4 attbyval:bool attstorage:char attalign:char attnotnull:bool
                atthasdef:bool attidentity:char attgenerated:char attisdropped:bool attislocal:bool attinhcount:int4
                attcollation:oid attacl:_text attoptions:_text attfdwoptions:_text attcompression:char
                atthasmissing:bool
                """, rows);
    }

    private static CatalogTable types() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (PgType type : PgType.values()) {
            boolean array = type.name().endsWith("_ARRAY");
            rows.add(row(
                    (long) type.oid(),
                    type.internalName(),
                    (long) PG_CATALOG,
                    (long) OWNER,
                    (long) type.bytes(),
                    false,
                    "b",
                    String.valueOf(type.category()),
                    false,
                    true,
                    ",",
                    0L,
                    type.element().map(element -> (long) element.oid()).orElse(0L),
                    (long) type.arrayOid(),
                    0L,
                    -1L,
                    0L,
                    false,
                    type.isText() ? 100L : 0L,
                    array ? "array_in" : type.internalName() + "in",
                    "x",
                    "i"));
        }
        return CatalogTable.of("pg_type", """
                oid:oid typname:name typnamespace:oid typowner:oid typlen:int2 typbyval:bool typtype:char
                typcategory:char typispreferred:bool typisdefined:bool typdelim:char typrelid:oid typelem:oid
                typarray:oid typbasetype:oid typtypmod:int4 typndims:int4 typnotnull:bool typcollation:oid
                typinput:text typstorage:char typalign:char typdefault:text typacl:_text
                """, rows);
    }

    private static CatalogTable collations() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        rows.add(row(100L, "default", (long) PG_CATALOG, (long) OWNER, "d"));
        rows.add(row(950L, "C", (long) PG_CATALOG, (long) OWNER, "c"));
        rows.add(row(951L, "POSIX", (long) PG_CATALOG, (long) OWNER, "c"));
        return CatalogTable.of(
                "pg_collation", "oid:oid collname:name collnamespace:oid collowner:oid collprovider:char", rows);
    }

    private CatalogTable databases() {
        return CatalogTable.of(
                "pg_database",
                """
                oid:oid datname:name datdba:oid encoding:int4 datlocprovider:char datistemplate:bool datallowconn:bool
                datconnlimit:int4 dattablespace:oid datcollate:text datctype:text daticulocale:text datacl:_text
                """,
                List.of(row(16_383L, database, (long) OWNER, 6L, "c", false, true, -1L, 1663L, "C", "C", null, null)));
    }

    private CatalogTable roles(String name) {
        return CatalogTable.of(
                name,
                """
                oid:oid rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool
                rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolbypassrls:bool usename:name usesysid:oid
                usesuper:bool usecreatedb:bool rolvaliduntil:timestamptz rolpassword:text rolconfig:_text
                """,
                List.of(row(
                        (long) OWNER,
                        user,
                        false,
                        true,
                        false,
                        false,
                        true,
                        false,
                        -1L,
                        false,
                        user,
                        (long) OWNER,
                        false,
                        false)));
    }

    private CatalogTable settings() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        settings.forEach((name, value) -> rows.add(row(name, value, "", "", "user", "string", "default")));
        return CatalogTable.of(
                "pg_settings",
                "name:text setting:text category:text short_desc:text context:text vartype:text source:text unit:text",
                rows);
    }

    private CatalogTable pgTables() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (GraphTable table : tables.tables()) {
            rows.add(row("public", table.name(), user, null, false, false, false, false));
        }
        return CatalogTable.of("pg_tables", """
                schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool hasrules:bool
                hastriggers:bool rowsecurity:bool
                """, rows);
    }

    private CatalogTable informationTables() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (GraphTable table : tables.tables()) {
            rows.add(row(database, "public", table.name(), "BASE TABLE", "YES", "NO"));
        }
        return CatalogTable.of("tables", """
                table_catalog:name table_schema:name table_name:name table_type:varchar is_insertable_into:varchar
                is_typed:varchar
                """, rows);
    }

    private CatalogTable informationColumns() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (GraphTable table : tables.tables()) {
            for (int index = 0; index < table.columns().size(); index++) {
                GraphColumn column = table.columns().get(index);
                boolean required = column.role() != GraphColumn.Role.PROPERTY;
                rows.add(row(
                        database,
                        "public",
                        table.name(),
                        column.name(),
                        index + 1L,
                        required ? "NO" : "YES",
                        column.type().sqlName(),
                        "pg_catalog",
                        column.type().internalName(),
                        "NO",
                        "NEVER",
                        required ? "NO" : "YES"));
            }
        }
        return CatalogTable.of("columns", """
                table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4
                is_nullable:varchar data_type:varchar udt_schema:name udt_name:name is_identity:varchar
                is_generated:varchar is_updatable:varchar column_default:varchar character_maximum_length:int4
                numeric_precision:int4 numeric_scale:int4 datetime_precision:int4 collation_name:name
                """, rows);
    }
}
