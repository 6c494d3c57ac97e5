import { CAPTION_MAXIMUM_LENGTH } from '#src/features/content/posts/posts.schema.ts';
import type { CsvTable } from '#src/ui/files/csv-file.ts';

type Item = { key: string; fileName: string };

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * The captions by the key of their file, and the names that are no file's.
 * @throws Error for a table without the columns or with a caption that is too long
 */
export function readCaptions({ columns, rows }: CsvTable, items: Item[]) {
  const [file, caption] = ['File', 'Caption'].map((name) => {
    const column = columns.find((found) => isSame(found, name));
    if (!column) throw new Error(`The file has no column ${name}`);
    return column;
  }) as [string, string];
  const captions: Record<string, string> = {};
  const unknown: string[] = [];
  for (const { number, cells } of rows) {
    const name = cells[file] ?? '';
    const text = (cells[caption] ?? '').trim();
    if (text.length > CAPTION_MAXIMUM_LENGTH) {
      throw new Error(
        `The caption in row ${number} is longer than ${CAPTION_MAXIMUM_LENGTH} characters`,
      );
    }
    const item = items.find(({ fileName }) => isSame(fileName, name));
    if (item) captions[item.key] = text;
    else unknown.push(name);
  }
  return { captions, unknown };
}
