import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** Creates an id in the format of Stripe. */
export function newId(prefix: string): string {
  return `${prefix}_1${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

export function listOf<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return {
    object: 'list',
    data,
    has_more: false,
    url,
  };
}

type Filter = { created?: unknown; limit?: unknown; starting_after?: unknown };

/** A page of a list as Stripe answers it: the newest first, by the time of creation. */
export function pageOf<T extends { id: string; created: number }>(
  url: string,
  all: Iterable<T>,
  { created, limit, starting_after }: Filter,
  pageSize: number,
): Stripe.ApiList<T> {
  const { gte = 0, lte = Infinity } = (created ?? {}) as { gte?: string; lte?: string };
  const matching = [...all]
    .filter((one) => one.created >= Number(gte) && one.created <= Number(lte))
    .toReversed();
  const start = matching.findIndex(({ id }) => id === starting_after) + 1;
  const end = start + Math.min(Number(limit ?? 10), pageSize);
  return { ...listOf(url, matching.slice(start, end)), has_more: end < matching.length };
}

/** Decimals are text in responses; the Stripe package converts them. */
export function decimal(value: number) {
  return String(value) as unknown as Stripe.Price['unit_amount_decimal'];
}
