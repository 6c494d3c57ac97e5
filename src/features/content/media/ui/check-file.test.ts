import { expect, test } from 'vitest';
import { MAXIMUM_FILE_BYTES } from '../media.schema.ts';
import { checkFile } from './check-file.ts';

const file = (name: string, type: string, size = 1) => checkFile({ name, type, size });

test('pictures and videos of the listed types are accepted', () => {
  expect(file('a.jpg', 'image/jpeg')).toBeNull();
  expect(file('a.mov', 'video/quicktime')).toBeNull();
});

test('a video of a type unknown to the browser is recognized by its extension', () => {
  expect(file('a.AVI', '')).toBeNull();
  expect(file('a.avi', 'video/vnd.avi')).toBeNull();
  expect(file('a.avi', 'text/plain')).toBe('Unsupported file type');
});

test('other files are refused, whatever their extension', () => {
  expect(file('a.svg', 'image/svg+xml')).toBe('Unsupported file type');
  expect(file('a.jpg', 'application/pdf')).toBe('Unsupported file type');
  expect(file('notes', '')).toBe('Unsupported file type');
});

test('a file of up to 2 GB is accepted, an empty one is not', () => {
  expect(file('a.mp4', 'video/mp4', MAXIMUM_FILE_BYTES)).toBeNull();
  expect(file('a.mp4', 'video/mp4', MAXIMUM_FILE_BYTES + 1)).toBe(
    'File size must be less than 2GB',
  );
  expect(file('a.mp4', 'video/mp4', 0)).toBe('The file is empty');
});
