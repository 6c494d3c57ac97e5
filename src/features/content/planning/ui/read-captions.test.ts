import { expect, test } from 'vitest';
import { readCsvFile } from '#src/ui/files/csv-file.ts';
import { readCaptions } from './read-captions.ts';

const items = [
  { key: 'a', fileName: 'Dusk 1.jpg' },
  { key: 'b', fileName: 'dusk 2.jpg' },
];
const read = async (text: string) => readCaptions(await readCsvFile(new Blob([text])), items);

test('captions find their files by name, in any case and order', async () => {
  expect(
    await read('caption,FILE\nSecond,DUSK 2.JPG\nFirst, dusk 1.jpg\nThird,dusk 3.jpg'),
  ).toEqual({
    captions: { a: 'First', b: 'Second' },
    unknown: ['dusk 3.jpg'],
  });
});

test('a table without a column, and a caption that is too long, are refused', async () => {
  await expect(read('Name,Caption\nx,y')).rejects.toThrow('The file has no column File');
  await expect(read(`File,Caption\nx,${'y'.repeat(9_999)}`)).rejects.toThrow('row 2');
});
