import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{8}$/;

/** Where the parts of a stored stream are, and what they contain. */
export const streamSchema = z.object({
  parts: z.int(),
  /** Bytes of the content, before compression. */
  bytes: z.int(),
  sha256: z.string(),
});
export type StoredStream = z.output<typeof streamSchema>;

const tableSchema = streamSchema.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
});
export type DumpedTable = z.output<typeof tableSchema>;

const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** As text, because it may exceed the numbers of JavaScript. */
  value: z.string(),
  isCalled: z.boolean(),
});
export type DumpedSequence = z.output<typeof sequenceSchema>;

/** A migration that the database has. */
const migrationSchema = z.object({ hash: z.string(), createdAt: z.int() });

/** What a backup contains. It is stored last: without it there is no backup. */
export const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string().regex(ID),
  startedAt: z.coerce.date(),
  /** One that was made by hand is retained until then, whatever was made after it. */
  keepUntil: z.coerce.date().optional(),
  /** The instant whose state the backup has. */
  snapshotAt: z.coerce.date(),
  /** A text that the product's secret sealed, to recognize a wrong one. */
  secretCheck: z.string(),
  migrations: z.array(migrationSchema),
  /** The version of the tables of the job queues. */
  jobsVersion: z.int(),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  files: streamSchema.extend({ count: z.int(), contentBytes: z.int() }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** A new id, which begins with the time. */
export function newBackupId(now: Date): string {
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  return `${time}-${randomBytes(4).toString('hex')}`;
}

/** When a backup with this id started; null if it is not an id. */
export function parseBackupTime(id: string): Date | null {
  const [, ...fields] = ID.exec(id) ?? [];
  const [year, month, day, ...time] = fields.map(Number);
  if (fields.length === 0) return null;
  const [hour, minute, second, millisecond] = time;
  return new Date(Date.UTC(year!, month! - 1, day, hour, minute, second, millisecond));
}
