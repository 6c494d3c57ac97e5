import type { StudioMedia } from '../media.schema.ts';
import { mediaTypeOf } from './check-file.ts';
import type { StoredUpload } from './stored-uploads.ts';

/**
 * `paused`: by the user; `interrupted`: partly sent on an earlier visit, the file must be chosen
 * again; `processing`: completely uploaded, the server creates the sizes.
 */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'interrupted'
  | 'processing'
  | 'ready'
  | 'failed';

/** A file in the editor of a post, from its choice until it is ready. */
export type UploadItem = {
  key: string;
  fileName: string;
  fileSize: number;
  mediaType: 'image' | 'video';
  state: UploadState;
  /** Bytes sent. */
  sent: number;
  bytesPerSecond: number | null;
  /** Whether the connection was lost and a retry is pending. */
  isReconnecting: boolean;
  failure: string | null;
  /** The file chosen on this visit; `preview` is an object URL. */
  local: { file: File; preview: string } | null;
  stored: StoredUpload | null;
  /** The id of the file once it is completely uploaded. */
  mediaId: string | null;
  /** The file as the server returns it. */
  media: StudioMedia | null;
};

const EMPTY_ITEM = {
  sent: 0,
  bytesPerSecond: null,
  isReconnecting: false,
  failure: null,
  local: null,
  stored: null,
  mediaId: null,
  media: null,
};

export function itemOfFile(file: File, preview: string): UploadItem {
  return {
    ...EMPTY_ITEM,
    key: crypto.randomUUID(),
    fileName: file.name,
    fileSize: file.size,
    mediaType: mediaTypeOf(file),
    state: 'waiting',
    local: { file, preview },
  };
}

export function itemOfMedia(media: StudioMedia): UploadItem {
  return {
    ...EMPTY_ITEM,
    ...serverFieldsOf(media),
    key: media.id,
    mediaId: media.id,
  };
}

/** The fields of an item that come from the server. */
export function serverFieldsOf(media: StudioMedia) {
  return {
    media,
    fileName: media.fileName,
    fileSize: media.fileSize,
    mediaType: media.mediaType,
    state: media.state,
    sent: media.fileSize,
    failure: media.failure,
  };
}

/** The item of an upload from an earlier visit, interrupted or complete. */
export function itemOfStoredUpload(stored: StoredUpload, sent: number): UploadItem {
  const isComplete = sent >= stored.fileSize;
  return {
    ...EMPTY_ITEM,
    key: stored.mediaId,
    fileName: stored.fileName,
    fileSize: stored.fileSize,
    mediaType: mediaTypeOf({ type: stored.fileType }),
    state: isComplete ? 'processing' : 'interrupted',
    sent,
    stored: isComplete ? null : stored,
    mediaId: isComplete ? stored.mediaId : null,
  };
}

/** Inserts a file again that was removed, near its earlier position. */
export function insertItem(items: UploadItem[], item: UploadItem, index: number): UploadItem[] {
  return items.some(({ key }) => key === item.key) ? items : items.toSpliced(index, 0, item);
}

/** Moves an item to another position. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return list[from] === undefined || to < 0 || to > rest.length
    ? [...list]
    : rest.toSpliced(to, 0, list[from]);
}

/**
 * Replaces the files that the post had by the files of the server. Running uploads stay at the end.
 */
export function mergeServerFiles(list: readonly UploadItem[], files: StudioMedia[]): UploadItem[] {
  const known = new Map(list.map((item) => [item.mediaId, item]));
  return [
    ...files.map((media) => {
      const item = known.get(media.id);
      return item ? { ...item, ...serverFieldsOf(media) } : itemOfMedia(media);
    }),
    ...list.filter(({ mediaId }) => mediaId === null),
  ];
}

/** The reason why the files of a post block publishing, or null. */
export function filesNotReady(items: readonly UploadItem[]): string | null {
  const has = (state: UploadState) => items.some((item) => item.state === state);
  if (has('failed')) return 'Retry or remove the files that failed';
  if (has('interrupted')) return 'Choose the partly uploaded files again, or remove them';
  if (has('paused')) return 'Resume or remove the files that are paused';
  if (has('waiting') || has('uploading')) return 'Wait until all files are uploaded';
  return null;
}
