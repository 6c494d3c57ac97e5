import pg from 'pg';

/**
 * Runs with a connection of its own, whose session has no time limits. When the connection breaks, the
 * next statement fails.
 */
export async function withClient<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    keepAlive: true,
    application_name: 'velvet-rope-backup',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** A name for hand-written SQL. */
export function quoteName(schema: string, name: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
