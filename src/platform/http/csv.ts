import { stringify } from 'csv-stringify/sync';

const BLANKS_BEFORE_FORMULA = /^[ \n\v\f\u00A0]+[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

type Value = string | number | boolean | Date | null;

/** A CSV file as the response of an operation, streamed while it is generated. */
export class CsvFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(name: string, chunks: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.chunks = chunks;
  }
}

/**
 * Creates a CSV file (RFC 4180, UTF-8 with a byte order mark for spreadsheets). Text that a
 * spreadsheet could interpret as a formula is escaped.
 */
export function csvFile<Row>(
  name: string,
  columns: Record<string, (row: Row) => Value>,
  pages: AsyncIterable<Row[]>,
): CsvFile {
  const encoder = new TextEncoder();
  const write = (rows: Value[][], byteOrderMark = '') => {
    const text = stringify(rows, {
      record_delimiter: 'windows',
      // By default only CRLF is quoted, not CR or LF alone.
      quoted_match: /[\r\n]/,
      escape_formulas: true,
      cast: {
        boolean: (value) => (value ? 'yes' : 'no'),
        date: (value) => value.toISOString(),
        // Some programs strip leading blanks before they detect formulas.
        string: (value) => (BLANKS_BEFORE_FORMULA.test(value) ? `'${value}` : value),
      },
    });
    return encoder.encode(byteOrderMark + text);
  };
  async function* chunks() {
    yield write([Object.keys(columns)], '\uFEFF');
    const readers = Object.values(columns);
    for await (const rows of pages) {
      yield write(rows.map((row) => readers.map((read) => read(row))));
    }
  }
  return new CsvFile(name, chunks());
}
