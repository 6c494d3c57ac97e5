import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** Creates an id in the format of Stripe. */
export const newId = (prefix: string): string =>
  `${prefix}_1${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const listOf = <T>(url: string, data: T[]): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

/** Decimals are text in responses; the Stripe package converts them. */
export const decimal = (value: number) =>
  String(value) as unknown as Stripe.Price['unit_amount_decimal'];
