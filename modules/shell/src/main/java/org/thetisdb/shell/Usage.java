package org.thetisdb.shell;

import java.util.Optional;
import org.thetisdb.importer.ImportArguments;

/** What {@code --help} prints. */
final class Usage {
    static final String ALL = """
            Thetis, an embedded property-graph database.

            Usage: thetis COMMAND [options]

              query DB 'CYPHER'    runs a query, prints its rows and what it changed
              shell [DB]           opens the prompt; without DB on an empty database that is deleted at the end
              info DB              tells what a database holds, and how
              check DB             verifies every checksum and every structure
              create DB            makes an empty database
              import DB ...        makes a database from CSV files
              backup DB TARGET     copies a database while it is written; again: only what is new
              restore BACKUP DB    makes a database of a backup
              dump DB --to TARGET  writes a graph as statements, or as CSV files that import again
              serve DB ...         lets PostgreSQL's clients in
              help COMMAND         tells more about a command
              --version            prints the version
            """;

    private static final String OPENING = """

            Opening:
              --memory SIZE    what is held in memory in all, such as 512MiB, 2g or 25% (default: half of
                   what there is)
              --query-memory SIZE  what one query may keep of it; what is more goes to disk (default: about a
                   third)
              --threads N      workers of one query (default: one per processor)
              --engine NAME    the I/O engine; `thetis info` lists them
              --timeout SECONDS  ends a query that takes longer
              --transaction-timeout SECONDS  ends a transaction that takes longer
              --idle-timeout SECONDS  ends a transaction, or forgets a result, with which nothing is done
              --durability LEVEL  what a commit has reached when it is done: sync (default: the device), interval
                               (the device within 100 ms), off (when the operating system sees fit)
              --retain WINDOW  which revisions stay readable: all (default), a number of them, or a time such as
                               12h or 7d
              --isolation LEVEL  of transactions: snapshot (default) or serializable
              --compile WHEN   whether queries that take long get code of their own, made beside them: adaptive
                               (default: where it is measured to be faster) or never
              --code-cache DIR  where that code is kept for the next process (default: nowhere); only you may have
                               rights there
              --files FOLDER   where LOAD CSV, COPY and CREATE EXTENSION may read and write; may be given more than
                               once; none for
                               nowhere (default: wherever you may, but not in databases and backups)
              --extensions WHICH  whether extensions of the database may do anything if they say so: trusted, or
                               pure (default: such ones are not loaded)
            """;

    private static final String QUERY = """
            Usage: thetis query DB 'CYPHER' [options]
                   thetis query DB --file q.cypher [options]

            Runs a query, or several with `;` between them. `-` reads from the standard input. Each statement that
            writes is committed by itself; what it changed and the new revision are printed below its rows, or on the
            standard error if the format is not for people (table, box, line).

              --param NAME=VALUE   a parameter. What begins as JSON, a map, a list, a text in quotes or a call is
                                   that: 42, true, [1, 2], {day: date()}, 'text', date('2020-01-01'); all else is
                                   a text as it stands: Ada, 2020-01-01. NAME=>EXPRESSION takes any expression, and
                                   '{a: 1, b: $a + 1}' several parameters
              --params FILE        parameters as one JSON object, or as one map such as {day: date('2020-01-01')};
                                   typed values in JSON are
                                   {"$type": "ZonedDateTime", "_value": "2012-11-29T02:52:48.123Z"}
              --format FORMAT      table (default; fits the terminal), box (a table in full), line (a line for each
                                   value), markdown, html, csv, tabs, insert (statements), json (one array) or
                                   jsonl (an object per line)
              --timer              tells the time, on the standard error
              --read-only          takes no lock: to look beside a process that writes, or into a backup
            """ + OPENING;

    private static final String CREATE = """
            Usage: thetis create DB [options]

            Makes an empty database in a directory that does not exist yet, or is empty.
            """ + OPENING;

    private static final String INFO = """
            Usage: thetis info DB [options]

            Tells what a database holds: counts by label and type, sizes, encodings by property, indexes, how much of
            the log opening has replayed, the I/O engine in use, and which others could be. With --code-cache DIR also
            what is kept there.
            """ + OPENING;

    private static final String CHECK = """
            Usage: thetis check DB [options]

            Verifies every checksum, that all files belong together, the log, and that all revisions which are kept
            can be read; compares all structures with each other. DB may be a backup. Changes nothing. Exit code 1 if
            anything is wrong.

              --all-roots          compares the structures of each root of the past, too, not only of the newest
            """ + OPENING;

    private static final String SHELL = """
            Usage: thetis shell [DB] [options]

            Opens the prompt. A query ends with `;`; `.help` lists the commands of the prompt, and tab completes.
            Statements that write are committed one by one, or together between `.begin` and `.commit`. Without DB, the
            database is a temporary one, which is deleted at the end. What comes through a pipe is run in the same way;
            the exit code is 1 if anything of it failed.

            On a terminal, `~/.thetisrc` is run first, and `~/.thetis_history` keeps what was typed; where
            XDG_CONFIG_HOME and XDG_STATE_HOME are set, they are thetis/thetisrc and thetis/history in those folders.

              --format FORMAT      table (default), box, line, markdown, html, csv, tabs, insert, json or jsonl
              --read-only          takes no lock: to look beside a process that writes, or into a backup
            """ + OPENING;

    private static final String BACKUP = """
            Usage: thetis backup DB TARGET [options]

            Copies a database as of now to a directory, also while another process writes it. Into the directory of an
            earlier backup, only new data files and new parts of the log are copied. The copy is verified before it
            counts; until then the earlier one holds. Info, check and queries can open a backup to read.

              --verify copied|full  checksums of what was copied (default), or a check of all
            """ + OPENING;

    private static final String RESTORE = """
            Usage: thetis restore BACKUP DB [options]

            Makes a database of a backup. It is verified before it gets its name.

              --overwrite      replaces a database that is there
            """ + OPENING;

    private static final String DUMP = """
            Usage: thetis dump DB --to FILE [options]
                   thetis dump DB --format csv --to DIR [options]

            Writes the graph as of now, also while another process writes it. All values keep their types; ids of nodes
            and relationships, and the past, are not kept.

              --format FORMAT  cypher (default): statements, to be run in an empty database
                               csv: files with headers and mapping.json, for `thetis import NEW --data DIR`, and
                               schema.cypher, to be run after that
              --to TARGET      the file, or the directory of the CSV files, which must be new or empty
            """ + OPENING;

    private static final String SERVE = """
            Usage: thetis serve DB --postgresql PORT [options]

            Speaks PostgreSQL's wire protocol, until it is interrupted. Labels and relationship types are tables of the
            schema public; SELECT * FROM cypher($$ MATCH (n) RETURN n.name $$) AS (name text) runs any statement.
            Without a user, everybody on this machine may come in, and nobody else.

              --postgresql PORT    where it listens; 0 for any free port, which is printed
              --host ADDRESS       on which address (default: 127.0.0.1); 0.0.0.0 for all
              --user NAME          the one who may come in
              --password-file FILE its password in the first line, or what PostgreSQL keeps instead (SCRAM-SHA-256$...)
              --certificate FILE   for TLS: the certificate as PEM, and those that vouch for it
              --key FILE           its key as PEM (PKCS#8, without a password)
              --connections N      how many clients there may be at a time (default: 100)
              --read-only          takes no lock: to look beside a process that writes, or into a backup
            """ + OPENING;

    private Usage() {}

    static Optional<String> of(String command) {
        return switch (command) {
            case "query" -> Optional.of(QUERY);
            case "create" -> Optional.of(CREATE);
            case "info" -> Optional.of(INFO);
            case "check" -> Optional.of(CHECK);
            case "shell" -> Optional.of(SHELL);
            case "backup" -> Optional.of(BACKUP);
            case "restore" -> Optional.of(RESTORE);
            case "dump" -> Optional.of(DUMP);
            case "serve" -> Optional.of(SERVE);
            case "import" -> Optional.of(ImportArguments.USAGE);
            default -> Optional.empty();
        };
    }
}
