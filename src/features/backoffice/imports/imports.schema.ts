import { z } from 'zod';

export const IMPORT_KINDS = ['influencers', 'fans'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The maximum number of rows in one import. */
export const IMPORT_LIMIT = 500;
const SPREADSHEET_MAXIMUM_ROWS = 1_048_576;
const NAME_MAXIMUM_LENGTH = 100;
const CELL_MAXIMUM_LENGTH = 5_000;

/** Rows of a file, with their texts by field. */
export const importSchema = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Checks the rows exactly as the import would, and creates nothing. */
  isDryRun: z.boolean(),
  rows: z
    .array(
      z.object({
        /** The number that a spreadsheet shows for the row. */
        number: z.int().min(1).max(SPREADSHEET_MAXIMUM_ROWS),
        values: z.record(
          z.string().max(NAME_MAXIMUM_LENGTH),
          z.string().max(CELL_MAXIMUM_LENGTH, 'A cell must be at most 5,000 characters long'),
        ),
      }),
    )
    .min(1, 'The file has no rows')
    .max(IMPORT_LIMIT, `Import at most ${IMPORT_LIMIT} rows at once`),
});
export type Import = z.output<typeof importSchema>;

/** What became of each row: `problem` is null for one that was, or can be, imported. */
export const importResultSchema = z.object({
  rows: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      email: z.string(),
      problem: z.string().nullable(),
    }),
  ),
});
export type ImportResult = z.infer<typeof importResultSchema>;
export type ImportedRow = ImportResult['rows'][number];
