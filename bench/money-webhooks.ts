import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Pool } from 'pg';
import { addMonths } from '#src/lib/dates.ts';
import { deriveKeys } from '#src/platform/config/keys.ts';
import { startChild, startServer, type Server } from './children.ts';
import type { Measured } from './load.ts';
import { PRICE_CENTS } from './money-fill.ts';
import { options } from './options.ts';
import { cpuOfServerAndDatabase } from './processes.ts';
import { raceAndPrint } from './race.ts';
import type { Renewal, WebhookLoad } from './webhook-load.ts';

type BenchSetup = { pool: Pool; url: string; product: Server; secret: string; postmaster: number };

/** Checks that every received renewal is charged in the ledger and renewed its subscription. */
async function checkLedgerMatchesEvents(pool: Pool, first: number, end: number): Promise<number> {
  const { rows } = await pool.query<Record<'received' | 'charged' | 'renewed', number>>(
    `select count(distinct e.id)::int as received, count(distinct t.id)::int as charged,
       count(distinct s.id)::int as renewed
     from payment_events e
     left join user_subscriptions s on s.provider = e.provider
       and s.provider_subscription_id = e.subscription_reference and s.status = 'active'
     left join ledger_transactions t on t.provider = e.provider and t.kind = 'charge'
       and t.provider_reference = e.payment_reference
       and t.period_start = s.current_period_start and t.period_end = s.current_period_end
     where e.handled_at is not null
       and substring(e.subscription_reference from '\\d+$')::int between $1 and $2`,
    [first, end],
  );
  const { received, charged, renewed } = rows[0]!;
  if (received === 0 || received !== charged || received !== renewed) {
    throw new Error(`${received} renewals were received, ${charged} charged, ${renewed} renewed`);
  }
  return received;
}

/** More than any contender handles. */
export const MOST_PER_SECOND = 3_000;

/** The renewal of a subscription of money-fill.ts for its second month. */
function renewalOf(subscription: number): Renewal {
  const now = new Date();
  const day = 1 + (subscription % 27);
  const firstStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, day);
  const periodStart = addMonths(new Date(firstStart), 1);
  return {
    name: `sandbox_bench_${subscription}`,
    amountCents: PRICE_CENTS,
    periodStart: periodStart.toISOString(),
    periodEnd: addMonths(periodStart, 1).toISOString(),
  };
}

/** The key that signs the sandbox's webhooks, in hex. */
export function webhookKey(secret: string): string {
  return deriveKeys([secret], 'sandbox webhook v1')[0].export().toString('hex');
}

/** Sends signed renewals to a server as fast as possible. */
export async function measureWebhooks(
  load: ChildProcess,
  { server, ...loadOptions }: Omit<WebhookLoad, 'url' | 'connections'> & { server: Server },
): Promise<Measured> {
  const { connections } = options;
  const sent: WebhookLoad = { url: `${server.url}/webhooks/sandbox`, connections, ...loadOptions };
  load.send(sent);
  return ((await once(load, 'message')) as [Measured])[0];
}

/** Compares webhooks for renewals of this many subscriptions over concurrent connections. */
export async function raceWebhooks(setup: BenchSetup, subscriptions: number): Promise<void> {
  const { pool, url, product, secret, postmaster } = setup;
  const key = webhookKey(secret);
  const handWritten = await startServer('hand-written-webhook.ts', {
    DATABASE_URL: url,
    WEBHOOK_KEY: key,
  });
  const load = startChild('webhook-load.ts');
  // Each contender has its own subscriptions in the same database.
  const half = subscriptions / 2;
  const over = (name: string, server: Server, first: number) => {
    let next = first;
    return {
      name,
      measure: (seconds: number): Promise<Measured> => {
        const count = Math.ceil(seconds * MOST_PER_SECOND);
        const renewals = Array.from({ length: count }, (_, at) => renewalOf(next + at));
        next += count;
        return measureWebhooks(load, { server, key, renewals, seconds });
      },
      cpu: () => cpuOfServerAndDatabase(server.pid, postmaster),
    };
  };
  await raceAndPrint(
    'Renewals by signed webhooks',
    [over('Velvet Rope', product, 0), over('hand-written server', handWritten, half)],
    'webhooks',
  );
  await checkLedgerMatchesEvents(pool, 0, half - 1);
  await checkLedgerMatchesEvents(pool, half, subscriptions - 1);
}
