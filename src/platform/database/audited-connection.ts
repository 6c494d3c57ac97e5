import type pg from 'pg';

type Query = pg.PoolClient['query'];
type Callback = (error: Error | null, result?: unknown) => void;
type Statement = string | { text: string };

const BEGIN = /^\s*begin\b/i;

/**
 * Lets every statement of a connection carry the audit context, until its release. The context belongs
 * to a transaction, never to the session: behind a pooler the next transaction may run in the session
 * of somebody else. A statement outside of a transaction gets one of its own.
 */
export function auditConnection(client: pg.PoolClient, auditContext: string): pg.PoolClient {
  const { query, release } = client;
  const run = query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const setContext = `select set_config('velvet_rope.signature', ${client.escapeLiteral(auditContext)}, true)`;

  async function runAlone(args: unknown[]): Promise<unknown> {
    await run(`begin; ${setContext}`);
    try {
      const result = await run(...args);
      await run('commit');
      return result;
    } catch (error) {
      // On a lost connection it fails too, and the first error says why.
      await run('rollback').catch(() => {});
      throw error;
    }
  }

  function runAudited(args: unknown[]): Promise<unknown> {
    const [statement] = args as [Statement];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (client.getTransactionStatus() !== 'I') return run(...args);
    return BEGIN.test(text) ? run(`${text}; ${setContext}`) : runAlone(args);
  }

  client.query = ((...args: unknown[]) => {
    const last = args.at(-1);
    if (typeof last !== 'function') return runAudited(args);
    void forwardToCallback(runAudited(args.slice(0, -1)), last as Callback);
    return undefined;
  }) as Query;
  client.release = (error) => {
    client.query = query;
    release(error);
  };
  return client;
}

async function forwardToCallback(running: Promise<unknown>, callback: Callback): Promise<void> {
  let result: unknown;
  try {
    result = await running;
  } catch (error) {
    callback(error as Error);
    return;
  }
  callback(null, result);
}
