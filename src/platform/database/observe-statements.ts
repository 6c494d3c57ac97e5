import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** A statement without the values that it runs with. */
type ObservedStatement = {
  /** The name of a prepared statement, otherwise a hash of the text. */
  name: string;
  /** The text with `?` in the place of literals, shortened. */
  text: string;
};

/** Called when a statement begins; what it returns is called when the statement is done. */
export type StatementObserver = (
  statement: () => ObservedStatement,
) => (outcome: { rows: number | null; error: unknown }) => void;

type Callback = (error: Error | null, result?: { rowCount: number | null }) => void;
type Query = (...args: unknown[]) => unknown;

const MAXIMUM_LENGTH = 500;
const LITERALS = /\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'/g;

/** Names a statement. Texts may contain literals of people, such as those of the audit context. */
export function describeStatement(name: string | undefined, text: string): ObservedStatement {
  const masked = text.replace(LITERALS, '?').replace(/\s+/g, ' ').trim();
  const hash = () => `sql-${createHash('sha1').update(masked).digest('hex').slice(0, 12)}`;
  return { name: name ?? hash(), text: masked.slice(0, MAXIMUM_LENGTH) };
}

/**
 * Lets observers see every statement of a pool, on the connections that it opens from now on. Nothing
 * is attached without observers.
 */
export function observeStatements(pool: Pool, observers: readonly StatementObserver[]): void {
  if (observers.length === 0) return;
  pool.on('connect', (client) => observeClient(client, observers));
  // A callback that waited for a connection would run for whoever released it.
  const connect = pool.connect.bind(pool) as Query;
  pool.connect = ((callback?: () => void) =>
    callback ? connect(AsyncResource.bind(callback)) : connect()) as Pool['connect'];
}

function observeClient(client: ClientBase, observers: readonly StatementObserver[]): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const [first] = args;
    const { name, text } = (typeof first === 'string' ? { text: first } : first) as {
      name?: string;
      text?: string;
    };
    // Cursors and copies have no end that is known here.
    if (text === undefined) return query(...args);
    const ends = observers.map((observe) => observe(() => describeStatement(name, text)));
    const end = (error: unknown, rows: number | null | undefined) => {
      for (const each of ends) each({ rows: rows ?? null, error });
    };
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback: Callback = (error, result) => {
        end(error, result?.rowCount);
        (last as Callback)(error, result);
      };
      return query(...args.slice(0, -1), callback);
    }
    const result = query(...args) as Promise<{ rowCount: number | null }>;
    result.then(
      ({ rowCount }) => end(null, rowCount),
      (error: unknown) => end(error, null),
    );
    return result;
  }) as ClientBase['query'];
}
