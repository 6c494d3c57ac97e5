import { expect, test } from 'vitest';
import { MAXIMUM_FILE_BYTES } from '../media.schema.ts';
import { checkFile } from './check-file.ts';

const file = (name: string, type: string, size = 1) => checkFile({ name, type, size });

test('pictures and films of the listed kinds are taken', () => {
  expect(file('a.jpg', 'image/jpeg')).toBeNull();
  expect(file('a.mov', 'video/quicktime')).toBeNull();
});

test('a film whose type the browser does not know is told by its ending', () => {
  expect(file('a.AVI', '')).toBeNull();
  expect(file('a.avi', 'video/vnd.avi')).toBeNull();
  expect(file('a.avi', 'text/plain')).toBe('Unsupported file type');
});

test('other files are refused, whatever their ending', () => {
  expect(file('a.svg', 'image/svg+xml')).toBe('Unsupported file type');
  expect(file('a.jpg', 'application/pdf')).toBe('Unsupported file type');
  expect(file('notes', '')).toBe('Unsupported file type');
});

test('a file of up to 2 GB is taken, an empty one is not', () => {
  expect(file('a.mp4', 'video/mp4', MAXIMUM_FILE_BYTES)).toBeNull();
  expect(file('a.mp4', 'video/mp4', MAXIMUM_FILE_BYTES + 1)).toBe(
    'File size must be less than 2GB',
  );
  expect(file('a.mp4', 'video/mp4', 0)).toBe('The file is empty');
});
