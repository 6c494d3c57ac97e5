import { expect, test } from 'vitest';
import { findSameFile, mediaIdOf, readStoredUpload } from './stored-uploads.ts';

const OWNER = '0a1b2c3d4e5f40718293a4b5c6d7e8f9';
const previous = {
  size: 4_000,
  metadata: { filename: 'evening.mp4', filetype: 'video/mp4', modified: '1700', draft: 'd1' },
  creationTime: 'Fri Nov 20 2026',
  urlStorageKey: 'tus::x::1',
  uploadUrl: `http://localhost/uploads/${OWNER}11112222333344445555666677778888`,
  parallelUploadUrls: null,
};

test('the media id is the random half of the upload’s address', () => {
  expect(mediaIdOf(previous.uploadUrl)).toBe('11112222-3333-4444-5555-666677778888');
  expect(mediaIdOf('http://localhost/uploads/')).toBeNull();
});

test('an upload is resumed only with the same file', () => {
  const items = [{ stored: null }, { stored: readStoredUpload(previous) }];
  const file = { name: 'evening.mp4', size: 4_000, lastModified: 1_700 };
  expect(findSameFile(file, items)).toBe(items[1]);
  expect(findSameFile({ ...file, name: 'morning.mp4' }, items)).toBeUndefined();
  expect(findSameFile({ ...file, size: 4_001 }, items)).toBeUndefined();
  expect(findSameFile({ ...file, lastModified: 1_701 }, items)).toBeUndefined();
});

test('invalid entries in the storage of the browser are ignored', () => {
  expect(readStoredUpload(previous)).toMatchObject({
    draftId: 'd1',
    fileSize: 4_000,
    modified: 1_700,
  });
  expect(readStoredUpload({ ...previous, uploadUrl: null })).toBeNull();
  expect(readStoredUpload({ ...previous, metadata: {} })).toBeNull();
  expect(readStoredUpload({ ...previous, size: null })).toBeNull();
});
