// The baseline: a server written only for renewals, with a single statement for all changes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const key = Buffer.from(process.env.WEBHOOK_KEY!, 'hex');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 20 });
const { rows: accounts } = await pool.query<{ kind: string; id: number }>(
  "select kind, id from ledger_accounts where kind <> 'influencer_share'",
);
const platformAccount = (kind: string) => accounts.find((account) => account.kind === kind)!.id;

const renewal = {
  name: 'renewal',
  text: `
    with event as (
      insert into payment_events (provider, provider_event_id, type, content,
        subscription_reference, payment_reference, handled_at, attempts)
      values ('sandbox', $1, 'renewal.paid', $2, $3, $4, now(), 1)
      on conflict do nothing returning id
    ), renewed as (
      update user_subscriptions s set status = 'active', current_period_start = $5,
        current_period_end = $6, past_due_since = null, failed_attempts = 0,
        next_attempt_at = null, updated_at = now()
      from event
      where s.provider = 'sandbox' and s.provider_subscription_id = $3 and s.current_period_end < $6
      returning s.id, s.subscriber_id, s.influencer_id, s.subscription_plan_id
    ), charge as (
      insert into ledger_transactions (kind, occurred_at, share_account_id, provider,
        provider_reference, subscription_id, subscriber_id, period_start, period_end,
        commission_percent)
      select 'charge', $7, a.id, 'sandbox', $4, r.id, r.subscriber_id, $5, $6,
        p.platform_commission_percent
      from renewed r join ledger_accounts a on a.influencer_id = r.influencer_id
      join subscription_plans p on p.id = r.subscription_plan_id
      returning id, occurred_at, share_account_id, commission_percent
    ), split as (
      select c.*, fee, floor(($8 - fee) * commission_percent / 100)::bigint as commission
      from charge c, (select $8::bigint * 5 / 100 as fee) fees
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents, occurred_at)
    select s.id, part.account_id, part.amount_cents, s.occurred_at
    from split s cross join lateral (values
      (${platformAccount('cash')}, $8::bigint), (${platformAccount('merchant_fees')}, -fee),
      (${platformAccount('platform_commission')}, -commission), (s.share_account_id, fee + commission - $8)
    ) part (account_id, amount_cents)`,
};

function isSigned(header: string, body: string): boolean {
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!seconds || Math.abs(Date.now() / 1_000 - Number(seconds)) > 300) return false;
  const expected = createHmac('sha256', key).update(`${seconds}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex'));
}

type Renewal = Record<
  'id' | 'providerSubscriptionId' | 'paymentId' | 'periodStart' | 'periodEnd' | 'occurredAt',
  string
> & { amountCents: number };

async function handle(request: http.IncomingMessage): Promise<number> {
  const body = await text(request);
  if (!isSigned(String(request.headers['x-sandbox-signature']), body)) return 400;
  const event = JSON.parse(body) as Renewal;
  const { id, providerSubscriptionId, paymentId, periodStart, periodEnd, occurredAt } = event;
  const subject = [providerSubscriptionId, paymentId, periodStart, periodEnd, occurredAt];
  await pool.query({ ...renewal, values: [id, body, ...subject, event.amountCents] });
  return 200;
}

const server = http.createServer((request, response) => {
  handle(request).then(
    (status) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"handled":true}'),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as { port: number }).port }),
);
process.once('disconnect', () => process.exit(0));
