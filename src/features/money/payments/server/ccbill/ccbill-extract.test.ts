import { describe, expect, test } from 'vitest';
import type { DomainError } from '#src/lib/problem.ts';
import { readCcbillEvents } from './ccbill-events.ts';
import { readExtract, type ExtractLine } from './ccbill-extract.ts';
import { matchLines } from './ccbill-records.ts';

const ACCOUNT = { account: '900100', subaccount: '0005' };
const SUBSCRIPTION = '0126057302000000017';
const line = (...columns: string[]) => columns.map((column) => `"${column}"`).join(',');
const about = (type: string) => [type, '900100', '5', SUBSCRIPTION];
const person = ['Fan, Frida', 'Fan', 'frida', 'secret', 'Street', 'Tempe', 'AZ', '85281', 'US'];
const sale = [...about('NEW'), '2026-08-01 08:00:00', ...person, 'frida@example.test', '0', '1'];
const terms = ['19.99', '30', '19.99', '30', '1', 'VISA'];
const AT = new Date('2026-08-05T22:18:17Z');

describe('an export', () => {
  test('has sales, renewals and reversals, in each of CCBill’s forms of time', () => {
    const text = [
      line(...sale, ...terms),
      line(...about('REBILL'), '2026-08-05 15:18:17', '0126057302000000099', '19.99'),
      line(...about('REFUND'), '20260805151817', '5.00'),
      line(...about('VOID'), '2026-08-05', '19.9'),
      line(...about('CHARGEBACK'), '2026-08-05T15:18:17', '-19.99'),
      line(...about('EXPIRE'), '2026-08-05', '2026-08-01', 'N'),
    ].join('\r\n');
    const common = { subscriptionReference: SUBSCRIPTION, transactionReference: null };
    expect(readExtract(text, ACCOUNT)).toEqual([
      { ...common, type: 'NEW', amountCents: 1999, occurredAt: new Date('2026-08-01T15:00:00Z') },
      {
        ...common,
        type: 'REBILL',
        transactionReference: '0126057302000000099',
        amountCents: 1999,
        occurredAt: AT,
      },
      { ...common, type: 'REFUND', amountCents: 500, occurredAt: AT },
      { ...common, type: 'VOID', amountCents: 1990, occurredAt: new Date('2026-08-05T19:00:00Z') },
      { ...common, type: 'CHARGEBACK', amountCents: 1999, occurredAt: AT },
    ]);
  });

  test.each(['', '1', '"1"\n'])('of an hour without transactions is %j', (text) => {
    expect(readExtract(text, ACCOUNT)).toEqual([]);
  });

  test('of sales without their default columns has no amounts', () => {
    const [read] = readExtract(line(...sale.slice(0, 7), '19.99'), ACCOUNT);
    expect(read).toMatchObject({ type: 'NEW', amountCents: null });
  });

  test.each([
    ['an error', 'Error:Authentication failed', 'Authentication failed'],
    [
      'another account',
      line('REFUND', '900200', '5', SUBSCRIPTION, '2026-08-05', '5.00'),
      'line 1',
    ],
    [
      'another subaccount',
      line('REFUND', '900100', '6', SUBSCRIPTION, '2026-08-05', '5.00'),
      'line 1',
    ],
    ['another order of columns', line(...about('REBILL'), '19.99', '2026-08-05'), 'order'],
    ['a renewal without a number', line(...about('REBILL'), '2026-08-05', '', '5.00'), 'order'],
    ['an impossible day', line(...about('REFUND'), '2026-13-45', '5.00'), 'order'],
    ['a page', '<html><body>Service unavailable</body></html>', 'line 1'],
  ])('with %s is refused as a whole', (_what, text, reason) => {
    const good = line(...about('REFUND'), '2026-08-05', '5.00');
    const read = () => readExtract(text.startsWith('Error') ? text : `${text}\n${good}`, ACCOUNT);
    expect(read).toThrow(reason);
    expect(read).toThrow(
      expect.objectContaining<Partial<DomainError>>({ code: 'provider-unavailable' }),
    );
  });
});

describe('a line without a number', () => {
  const refund = (amountCents: number, at = AT): ExtractLine => ({
    type: 'REFUND',
    subscriptionReference: SUBSCRIPTION,
    transactionReference: null,
    amountCents,
    occurredAt: at,
  });
  const ours = (reference: string, amountCents: number, at = AT) => ({
    kind: 'refund' as const,
    reference,
    subscriptionReference: SUBSCRIPTION,
    amountCents,
    occurredAt: at,
  });
  const days = (count: number) => new Date(AT.getTime() + count * 24 * 60 * 60 * 1000);
  const references = (lines: ExtractLine[], known: ReturnType<typeof ours>[]) =>
    matchLines(lines, known).map(({ reference }) => reference);

  test('is our refund of the same amount within three days', () => {
    const known = [ours('a', 500), ours('b', 500, days(20)), ours('c', 700)];
    expect(references([refund(500, days(-2)), refund(700)], known)).toEqual(['a', 'c']);
  });

  test('is no refund of another amount or time, and each of ours only once', () => {
    const known = [ours('a', 500)];
    const [first, second, late, other] = references(
      [refund(500), refund(500), refund(500, days(4)), refund(501)],
      known,
    );
    expect(first).toBe('a');
    expect(new Set([second, late, other]).size).toBe(3);
    // The names are the same each night, although older lines are no longer compared.
    expect(references([refund(500), refund(500)], [])).toEqual([
      `REFUND:${SUBSCRIPTION}:${AT.toISOString()}:500:1`,
      `REFUND:${SUBSCRIPTION}:${AT.toISOString()}:500:2`,
    ]);
  });

  test('of a renewal contains the webhook that would have reported it', () => {
    const rebill = { ...refund(1999), type: 'REBILL', transactionReference: '99' } as const;
    const [{ report } = { report: null }] = matchLines([rebill], []);
    expect(report?.id).toBe('RenewalSuccess:99');
    expect(readCcbillEvents(report!.content, 'salt')).toEqual([
      expect.objectContaining({
        type: 'renewal.paid',
        id: 'RenewalSuccess:99',
        paymentId: '99',
        providerSubscriptionId: SUBSCRIPTION,
        amountCents: 1999,
        occurredAt: AT,
        periodStart: new Date('2026-08-05T12:00:00Z'),
        periodEnd: new Date('2026-09-04T12:00:00Z'),
      }),
    ]);
  });
});
