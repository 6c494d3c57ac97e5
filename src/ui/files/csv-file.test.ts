import { expect, test } from 'vitest';
import { csvHref, readCsvFile } from './csv-file.ts';

const read = (text: BlobPart) => readCsvFile(new Blob([text]));

test.each([[','], [';'], ['\t']])('columns are separated by %j', async (separator) => {
  const rows = [
    ['Name', 'Email'],
    ['Vesperine, Marlowe', 'marlowe@example.com'],
  ];
  const text = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\r\n');
  expect(await read(text)).toEqual({
    columns: ['Name', 'Email'],
    rows: [{ number: 2, cells: { Name: 'Vesperine, Marlowe', Email: 'marlowe@example.com' } }],
  });
});

test('rows have the numbers of a spreadsheet, also after blank rows and lines within a cell', async () => {
  const { rows } = await read('\uFEFFName,Bio\n,\nNoa,"one\ntwo"\n\nMio,x\n');
  expect(rows.map(({ number, cells }) => [number, cells.Name])).toEqual([
    [3, 'Noa'],
    [5, 'Mio'],
  ]);
});

test('texts that are not UTF-8 are read as an older spreadsheet saves them', async () => {
  const { rows } = await read(new Uint8Array([...Buffer.from('Name\nZo'), 0xeb]));
  expect(rows[0]?.cells.Name).toBe('Zoë');
});

test('a file without columns, and one whose quote does not end, are refused', async () => {
  await expect(read('')).rejects.toThrow('The first row must name the columns');
  await expect(read('Name\n"Noa\nMio')).rejects.toThrow('A quote in row 2 does not end');
});

test('a downloaded file can be read again, and contains no formulas', async () => {
  const href = csvHref([{ Name: 'Zoë, "Z"', Email: '=1+1' }]);
  const { rows } = await readCsvFile(await (await fetch(href)).blob());
  expect(rows[0]?.cells).toEqual({ Name: 'Zoë, "Z"', Email: "'=1+1" });
});
