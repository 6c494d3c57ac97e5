import papaparse from 'papaparse';

/** A row of a CSV file. */
export type CsvRow = {
  /** The number that a spreadsheet shows for it; the names of the columns are row 1. */
  number: number;
  /** The texts by column. */
  cells: Record<string, string>;
};
export type CsvTable = { columns: string[]; rows: CsvRow[] };

/** The text of a file in UTF-8, or as older spreadsheets save it. */
async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a CSV file whose first row names the columns, separated by commas, semicolons or tabs. Blank
 * rows are left out.
 * @throws Error for a file without columns or with a quote that does not end
 */
export async function readCsvFile(file: Blob): Promise<CsvTable> {
  const { data, errors } = papaparse.parse<string[]>(await readText(file));
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) throw new Error(`A quote in row ${(broken.row ?? 0) + 1} does not end`);
  const columns = (data[0] ?? []).map((name) => name.trim());
  if (!columns.some(Boolean)) throw new Error('The first row must name the columns');
  const rows = data.slice(1).map((cells, index) => ({
    number: index + 2,
    cells: Object.fromEntries(
      columns.flatMap((name, column) => (name ? [[name, cells[column] ?? '']] : [])),
    ),
  }));
  const isFilled = ({ cells }: CsvRow) => Object.values(cells).some((text) => text.trim());
  return { columns: columns.filter(Boolean), rows: rows.filter(isFilled) };
}

/** The address of a CSV file with these rows, for a download. */
export function csvHref(rows: Record<string, string>[]): string {
  const csv = papaparse.unparse(rows, { escapeFormulae: true });
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}`)}`;
}
