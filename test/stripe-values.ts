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

/** Decimals are text in responses; the Stripe package converts them. */
export function decimal(value: number) {
  return String(value) as unknown as Stripe.Price['unit_amount_decimal'];
}
