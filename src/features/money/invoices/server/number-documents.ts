import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/db.ts';
import { documentSeries } from './invoices.table.ts';

/** A series of numbers, and the legal entity that it belongs to. */
export type Series = {
  prefix: string;
  year: number;
  taxId: string | null;
  /** The payee whose statements it numbers. */
  shareAccountId?: number;
};

const of = ({ prefix, year }: Pick<Series, 'prefix' | 'year'>) =>
  and(eq(documentSeries.prefix, prefix), eq(documentSeries.year, year));

/**
 * Locks a series until the end of the transaction.
 * @returns its last number
 * @throws Error if the series belongs to another legal entity
 */
export async function lockSeries(tx: Db, series: Series): Promise<number> {
  await tx.insert(documentSeries).values(series).onConflictDoNothing();
  const [found] = await tx.select().from(documentSeries).where(of(series)).for('update');
  const { taxId, lastSequence } = found!;
  if (taxId && series.taxId && taxId !== series.taxId) {
    throw new Error(
      `The documents ${series.prefix}-${series.year} belong to the company with the tax number ${taxId}: configure another prefix for ${series.taxId}`,
    );
  }
  return lastSequence;
}

/** Stores the last number that was given. */
export async function saveSeries(tx: Db, series: Series, lastSequence: number): Promise<void> {
  await tx
    .update(documentSeries)
    .set({ lastSequence, taxId: sql`coalesce(${documentSeries.taxId}, ${series.taxId})` })
    .where(of(series));
}

/** "INV-2026-000042" */
export function documentNumber(
  { prefix, year }: Pick<Series, 'prefix' | 'year'>,
  sequence: number,
): string {
  return `${prefix}-${year}-${String(sequence).padStart(6, '0')}`;
}
