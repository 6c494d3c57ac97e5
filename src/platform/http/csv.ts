import { stringify } from 'csv-stringify/sync';

const BLANKS_BEFORE_FORMULA = /^[ \n\v\f\u00A0]+[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

type Value = string | number | boolean | Date | null;

/** A CSV file as an operation's answer: sent as it is made, however long it is. */
export class CsvFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(name: string, chunks: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.chunks = chunks;
  }
}

/**
 * Makes a CSV file (RFC 4180, UTF-8 with the mark that spreadsheets look for). What a spreadsheet
 * would take for a formula is kept from being one.
 */
export function csvFile<Row>(
  name: string,
  columns: Record<string, (row: Row) => Value>,
  pages: AsyncIterable<Row[]>,
): CsvFile {
  const encoder = new TextEncoder();
  const write = (rows: Value[][], mark = '') => {
    const text = stringify(rows, {
      record_delimiter: 'windows',
      // By itself it would quote only for the pair of both.
      quoted_match: /[\r\n]/,
      escape_formulas: true,
      cast: {
        boolean: (value) => (value ? 'yes' : 'no'),
        date: (value) => value.toISOString(),
        // Some programs drop the blanks before they look.
        string: (value) => (BLANKS_BEFORE_FORMULA.test(value) ? `'${value}` : value),
      },
    });
    return encoder.encode(mark + text);
  };
  async function* chunks() {
    yield write([Object.keys(columns)], '\uFEFF');
    const read = Object.values(columns);
    for await (const rows of pages) {
      yield write(rows.map((row) => read.map((value) => value(row))));
    }
  }
  return new CsvFile(name, chunks());
}
