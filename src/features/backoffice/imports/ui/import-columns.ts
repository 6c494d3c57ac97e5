import { INFLUENCER_LABELS } from '#src/features/agency/influencers/influencers.schema.ts';
import type { CsvRow, CsvTable } from '#src/ui/files/csv-file.ts';
import type { Import, ImportKind } from '../imports.schema.ts';

const LABELS: Record<ImportKind, Record<string, string>> = {
  influencers: INFLUENCER_LABELS,
  fans: { fullName: 'Full Name', email: 'Email', phone: 'Phone' },
};
/** The columns without which nothing can be imported. */
export const REQUIRED_COLUMNS: Record<ImportKind, string[]> = {
  influencers: ['Full Name', 'Email', 'Phone'],
  fans: ['Full Name', 'Email'],
};
/** Names of columns in other programs. */
const SYNONYMS: Record<string, string> = {
  name: 'fullName',
  mail: 'email',
  emailaddress: 'email',
  phonenumber: 'phone',
  category: 'contentCategory',
  birthday: 'dateOfBirth',
  slug: 'publicUrl',
};

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

function fieldOf(kind: ImportKind, column: string): string | undefined {
  const name = plain(column);
  const fields = Object.entries(LABELS[kind]);
  const labelled = fields.find(([field, label]) => [plain(field), plain(label)].includes(name));
  const synonym = SYNONYMS[name];
  return labelled?.[0] ?? (synonym && synonym in LABELS[kind] ? synonym : undefined);
}

/** The names of all columns that an import understands. */
export function columnsOf(kind: ImportKind): string[] {
  return Object.values(LABELS[kind]);
}

/** The rows of a table for the API, and the columns that are ignored or missing. */
export function readTable(kind: ImportKind, { columns, rows }: CsvTable) {
  const fields = new Map(columns.map((column) => [column, fieldOf(kind, column)]));
  const found = new Set(fields.values());
  const valuesOf = ({ cells }: CsvRow) =>
    Object.fromEntries(
      Object.entries(cells).flatMap(([column, text]) => {
        const field = fields.get(column);
        return field && text.trim() ? [[field, text]] : [];
      }),
    );
  return {
    rows: rows.map((row): Import['rows'][number] => ({
      number: row.number,
      values: valuesOf(row),
    })),
    ignored: columns.filter((column) => !fields.get(column)),
    missing: REQUIRED_COLUMNS[kind].filter((label) => !found.has(fieldOf(kind, label))),
  };
}

/** A file to fill in, with the columns and one person who does not exist. */
export function templateOf(kind: ImportKind): Record<string, string>[] {
  const sample: Record<string, string> = {
    fullName: 'Marlowe Vesperine',
    email: 'marlowe@example.com',
    phone: '+1 555 0100',
    dateOfBirth: '1997-04-12',
    contentCategory: 'Fitness',
    location: 'Lisbon',
    instagramFollowers: '120000',
  };
  return [
    Object.fromEntries(
      Object.entries(LABELS[kind]).map(([field, label]) => [label, sample[field] ?? '']),
    ),
  ];
}
