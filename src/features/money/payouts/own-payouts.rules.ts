import { PAYOUT_PAGE_SIZE, PAYOUT_PAGE_WINDOW } from './own-payouts.schema.ts';

/** The number of pages; one if there are no payouts. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAYOUT_PAGE_SIZE));
}

/** The pages to link to: the current one in the middle, or as near to it as the ends allow. */
export function pageWindow(page: number, pageCount: number): number[] {
  const length = Math.min(PAYOUT_PAGE_WINDOW, pageCount);
  const centred = page - Math.floor(PAYOUT_PAGE_WINDOW / 2);
  const first = Math.max(1, Math.min(centred, pageCount - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
