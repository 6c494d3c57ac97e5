import { stringify } from 'csv-stringify/sync';
import { Download } from './download.ts';

// The places before which a spreadsheet could begin a cell with a formula: the start of the text, and
// after each separator that a program may assume instead of the comma. Some programs strip leading
// blanks, quotes and invisible characters first.
const FORMULA_STARTS =
  /(?:^(?=[\s"\0\p{Cf}]*[=+\-@＝＋－＠])|(?<=[;\t\r\n])(?=(?:[^\S\t\r\n]|["\0\p{Cf}])*[=+\-@＝＋－＠]))/gu;

type Value = string | number | boolean | Date | null;

/**
 * Creates a CSV file (RFC 4180, UTF-8 with a byte order mark for spreadsheets). Text that a
 * spreadsheet could interpret as a formula is escaped, even one that separates cells by semicolons
 * or tabs, where the quotes of this file protect nothing.
 */
export function csvFile<Row>(
  name: string,
  columns: Record<string, (row: Row) => Value>,
  pages: AsyncIterable<Row[]>,
): Download {
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
        string: (value) => value.replaceAll(FORMULA_STARTS, "'"),
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
  return new Download(name, 'text/csv; charset=utf-8', chunks());
}
