import { DAY_MS, formatUtcDay } from '#src/lib/dates.ts';
import { PRICE_CHANGE_MAXIMUM_DAYS, PRICE_NOTICE_DAYS } from './price-changes.schema.ts';

const daysAfter = (now: Date, days: number): string =>
  formatUtcDay(new Date(now.getTime() + days * DAY_MS));

/** The first and the last day (UTC) on which a price change announced now may start. */
export function priceChangeDays(now: Date): { first: string; last: string } {
  return {
    // It starts at midnight, when the last day of the notice is over.
    first: daysAfter(now, PRICE_NOTICE_DAYS + 1),
    last: daysAfter(now, PRICE_CHANGE_MAXIMUM_DAYS),
  };
}

/** How many days before a renewal its price is set, so that the reminder of the renewal has it. */
export const PRICE_SET_DAYS = 4;

/** Until when a price change can be called off. */
export function callOffUntil(effectiveFrom: Date): Date {
  return new Date(effectiveFrom.getTime() - PRICE_SET_DAYS * DAY_MS);
}
