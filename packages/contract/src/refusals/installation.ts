import { answer, commandOnly, type RefusalEntry } from './entry.ts'

/** The refusals of settings, keys, the database and the data directory: those that stop a start. */
export const installationRefusals = {
  setting_invalid: commandOnly(
    'A setting of the environment has a value that is not allowed.',
    'Correct the setting. docs/operating.md lists all settings.',
  ),
  setting_missing: commandOnly('A setting that is needed is not set.', 'Set it and repeat.'),
  master_key_required: commandOnly(
    'Other machines can reach the installation, and no master key is set.',
    'Set NANI_MASTER_KEY. Create a key with: openssl rand -base64 32',
  ),
  master_key_wrong: commandOnly(
    'The data is encrypted under another master key.',
    'Set NANI_MASTER_KEY to the key with which the database was started.',
  ),
  master_key_damaged: commandOnly(
    'The file with the master key is missing or does not contain a key.',
    'Restore the file from a backup. Without it the data cannot be decrypted.',
  ),
  master_key_not_stored: commandOnly(
    'The database contains no master key.',
    'Use the NANI_MASTER_KEY with which the database was started.',
  ),
  database_password_changed: commandOnly(
    'The password in DATABASE_URL is not the one under which the key is encrypted.',
    'Repeat with the earlier password in DATABASE_URL.',
  ),
  schema_behind: commandOnly(
    'The schema of the database is older than this version.',
    'Migrate the schema as its owner (docs/operating.md), then start again.',
  ),
  register_elsewhere: commandOnly(
    'The register of the installation is in another database than the settings say.',
    'Set NANI_REGISTER_DATABASE_URL to the database of this register, or remove it (docs/several-nodes.md).',
  ),
  cell_not_found: commandOnly('The installation has no cell of this name.', 'Choose a cell of the list.'),
  cell_elsewhere: commandOnly(
    'The database is not this cell of the installation.',
    'Name an empty database, or the database of this cell (docs/several-nodes.md).',
  ),
  cell_in_use: commandOnly('The cell is in use.', 'Do what the message says (docs/several-nodes.md).'),
  cell_has_entries: commandOnly(
    'The cell has audit entries or archived days within their retention, or acts.',
    'Keep a copy of its database, and its folder of the archive, as long as the law asks for the audit log.',
  ),
  organization_not_placed: commandOnly(
    'The organization cannot be placed in a cell.',
    'Do what the message says (docs/several-nodes.md).',
  ),
  organization_not_moved: commandOnly(
    'The organization cannot be moved to another database now.',
    'Do what the message says (docs/several-nodes.md). The command is safe to repeat.',
  ),
  copies_not_possible: commandOnly(
    'PostgreSQL refuses to copy tables of home to a cell.',
    'Set what the message names (docs/several-nodes.md), and run the command again.',
  ),
  index_not_built: commandOnly(
    'The schema is current, but an index was not built in the available time.',
    'Migrate again. The index is built while the installation serves calls.',
  ),
  migration_invalid: commandOnly(
    'The migrations of this version differ from those that were applied.',
    'Start the version of Nani that the database was migrated to, or restore the migration that was changed.',
  ),
  migration_failed: commandOnly(
    'A statement of a migration failed. The migration is rolled back.',
    'Read the cause, correct it, and start again.',
  ),
  clock_differs: commandOnly(
    'The clocks of this machine and of the database differ too much.',
    'Set the clock that is wrong, for example with NTP. Then start again.',
  ),
  port_in_use: commandOnly(
    'Another program listens on the port.',
    'Set NANI_SANDBOX_PORT, NANI_PRODUCTION_PORT, NANI_CITIZEN_PORT, NANI_CONSOLE_PORT, NANI_DESK_PORT or NANI_METRICS_PORT to another port. 0 selects a free one.',
  ),
  data_directory_in_use: commandOnly(
    'Another process uses the data directory.',
    'Stop that process or wait for its end, or choose another directory with NANI_DATA_DIR.',
  ),
  data_directory_unusable: commandOnly(
    'The data directory cannot be used: its owner, its file system or its place prevents it.',
    'Choose another directory with NANI_DATA_DIR, or set DATABASE_URL.',
  ),
  database_in_use_elsewhere: commandOnly(
    'A database process of another container or machine may still use the data.',
    'Stop that container or machine, then start again.',
  ),
  database_start_failed: commandOnly(
    'The embedded PostgreSQL did not start.',
    'Read the reason in the message. Correct it, or set DATABASE_URL.',
  ),
  database_unreachable: commandOnly(
    'The database does not answer, or not in time.',
    'Check that it runs, and the host and the port in DATABASE_URL. Then repeat.',
  ),
  database_socket_forbidden: commandOnly(
    'The account of the process may not use the socket of the database.',
    'Run the command with the account of the processes, or give this account the right on the folder of the socket.',
  ),
  database_login_refused: commandOnly(
    'The database refuses the login, or its password is wrong.',
    'Correct the login in the URL of the database. If both are right, check pg_hba.conf of the server.',
  ),
  database_missing: commandOnly(
    'The server has no database of this name.',
    'Create the database (docs/database-roles.md), or correct its name in the URL.',
  ),
  database_right_missing: commandOnly(
    'The login has not the rights that Nani needs on the schema.',
    'Grant the roles of docs/database-roles.md, and set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
  ),
  database_not_writable: commandOnly(
    'No server of the database accepts writes.',
    'Wait for the end of a failover, or name the primary in DATABASE_URL.',
  ),
  database_tls_refused: commandOnly(
    'The URL of the database asks for TLS, and the server offers none.',
    'Turn on ssl in the server. On a network that no one else can read, remove sslmode from the URL.',
  ),
  database_certificate_untrusted: commandOnly(
    'The certificate of the database is not from a trusted authority, or it is not valid now.',
    'Name the file of the authority with sslrootcert in the URL, or renew the certificate.',
  ),
  database_certificate_name_differs: commandOnly(
    'The certificate of the database is for another name or address.',
    'Use a host in the URL that the certificate names, or issue a certificate with this name.',
  ),
  database_pooler_unsupported: commandOnly(
    'A pooler in front of the database breaks what Nani needs from a connection.',
    'Connect to PostgreSQL directly. Nani has its own pool (NANI_DATABASE_CONNECTIONS).',
  ),
  postgres_unavailable: commandOnly(
    'The embedded PostgreSQL does not run on this machine.',
    'Install the optional dependencies with npm ci, or set DATABASE_URL.',
  ),
  citus_missing: commandOnly(
    'The database is not the coordinator of a Citus cluster.',
    'Run on the coordinator: create extension citus.',
  ),
  tables_not_distributed: commandOnly(
    'Citus did not distribute a table of the register.',
    'Read the log of the coordinator, and repeat.',
  ),
  installation_rule_differs: commandOnly(
    'A variable of the process differs from a rule of the installation, which only a start of the server sets.',
    'Unset the variable. To change the rule, start the server with it and with the login of the owner (docs/operating.md).',
  ),
  checks_failed: commandOnly(
    'A check of the installation failed.',
    'Do what the failed check says, and repeat.',
  ),
  installation_exists: commandOnly(
    'The database contains an installation. A restore would replace it.',
    'Restore into an empty database, or with NANI_DATA_DIR into another directory.',
  ),
  archive_unavailable: answer(503, { retryAfter: 60 })(
    'A file of the archive is missing or cannot be opened.',
    'Make the folder of NANI_ARCHIVE_DIR available to all processes, or restore the file from a copy. Then run: nani archive verify',
    'Un fichier de l’archive manque ou ne peut pas être ouvert.',
    'Rendez le dossier de NANI_ARCHIVE_DIR accessible à tous les processus, ou restaurez le fichier. Lancez ensuite : nani archive verify',
  ),
  archive_busy: commandOnly(
    'Another process archives this installation.',
    'Wait for its end, and repeat if days are left.',
  ),
  archive_incomplete: commandOnly(
    'A table could not be archived. The days that are named as archived are in the archive.',
    'Remove the cause that the message names, and run again: nani archive run',
  ),
  archive_damaged: commandOnly(
    'The archive differs from what the database recorded.',
    'Keep the folder as it is, and restore the named files from a copy.',
  ),
  backup_damaged: commandOnly(
    'The file of the backup is damaged, incomplete or of another kind. Nothing of it is restored.',
    'Use another copy of the file.',
  ),
  backup_of_other_version: commandOnly(
    'The backup was made by another version of Nani.',
    'Restore it with that version, and upgrade afterwards.',
  ),
  installation_not_found: commandOnly(
    'There is no installation at this place.',
    'Start Nani once ("npm start"), or set NANI_DATA_DIR or DATABASE_URL.',
  ),
} as const satisfies Record<string, RefusalEntry>
