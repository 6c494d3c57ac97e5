import { expect, test } from 'vitest';
import type { StudioMedia } from '../media.schema.ts';
import {
  insertItem,
  filesNotReady,
  itemOfMedia,
  moveItem,
  mergeServerFiles,
  type UploadItem,
  type UploadState,
} from './upload-items.ts';

const media = (id: string, state: StudioMedia['state'] = 'ready'): StudioMedia => ({
  id,
  fileName: `${id}.jpg`,
  fileSize: 10,
  mediaType: 'image',
  state,
  failure: state === 'failed' ? 'The file is damaged or incomplete' : null,
  width: 3,
  height: 2,
  durationSeconds: null,
  teaser: null,
  widths: [320],
  renditions: [],
});
const unfinished = (key: string, state: UploadState): UploadItem => ({
  ...itemOfMedia(media(key)),
  mediaId: null,
  media: null,
  state,
});

test('a file moves to its new position', () => {
  const list = ['a', 'b', 'c', 'd'];
  expect(moveItem(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(list, 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveItem(list, 1, 1)).toEqual(list);
});

test('an invalid move changes nothing', () => {
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

test('a removed file returns to its position, once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => itemOfMedia(media(id)));
  const restored = insertItem([a!, c!], b!, 1);
  expect(restored).toEqual([a, b, c]);
  expect(insertItem(restored, b!, 1)).toEqual(restored);
  expect(insertItem([], b!, 1)).toEqual([b]);
});

test('another version of a draft replaces files and order, except running uploads', () => {
  const mine = [itemOfMedia(media('a')), unfinished('x', 'uploading'), itemOfMedia(media('b'))];
  const theirs = mergeServerFiles(mine, [media('b', 'failed'), media('c')]);
  expect(theirs.map(({ key, state }) => [key, state])).toEqual([
    ['b', 'failed'],
    ['c', 'ready'],
    ['x', 'uploading'],
  ]);
});

test('files in processing do not block publishing, other unfinished files do', () => {
  const items = [itemOfMedia(media('a')), itemOfMedia(media('b', 'processing'))];
  expect(filesNotReady(items)).toBeNull();
  const reasons = (['waiting', 'uploading', 'paused', 'interrupted', 'failed'] as const).map(
    (state) => filesNotReady([...items, unfinished('x', state)]),
  );
  expect(reasons).toEqual([
    'Wait until all files are uploaded',
    'Wait until all files are uploaded',
    'Resume or remove the files that are paused',
    'Choose the partly uploaded files again, or remove them',
    'Retry or remove the files that failed',
  ]);
});
