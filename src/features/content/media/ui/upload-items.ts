import type { StudioMedia } from '../media.schema.ts';
import { mediaTypeOf } from './check-file.ts';
import type { KeptUpload } from './stored-uploads.ts';

/**
 * `paused`: by the person; `interrupted`: half-sent on an earlier visit, the file must be chosen
 * again; `processing`: arrived whole, the server makes the sizes.
 */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'interrupted'
  | 'processing'
  | 'ready'
  | 'failed';

/** A file of a post being made, from being chosen to being ready. */
export type UploadItem = {
  key: string;
  fileName: string;
  fileSize: number;
  mediaType: 'image' | 'video';
  state: UploadState;
  /** Bytes that are sent. */
  sent: number;
  bytesPerSecond: number | null;
  /** Whether the connection was lost and is being tried again. */
  isReconnecting: boolean;
  failure: string | null;
  /** Chosen on this visit; `preview` is an address for its picture. */
  local: { file: File; preview: string } | null;
  kept: KeptUpload | null;
  /** Its id once it has arrived whole. */
  mediaId: string | null;
  /** What the server knows of it. */
  media: StudioMedia | null;
};

const BLANK = {
  sent: 0,
  bytesPerSecond: null,
  isReconnecting: false,
  failure: null,
  local: null,
  kept: null,
  mediaId: null,
  media: null,
};

export const itemOfFile = (file: File, preview: string): UploadItem => ({
  ...BLANK,
  key: crypto.randomUUID(),
  fileName: file.name,
  fileSize: file.size,
  mediaType: mediaTypeOf(file),
  state: 'waiting',
  local: { file, preview },
});

export const itemOfMedia = (media: StudioMedia): UploadItem => ({
  ...BLANK,
  ...factsOf(media),
  key: media.id,
  mediaId: media.id,
});

/** What the server's word of a file says about the item. */
export const factsOf = (media: StudioMedia) => ({
  media,
  fileName: media.fileName,
  fileSize: media.fileSize,
  mediaType: media.mediaType,
  state: media.state,
  sent: media.fileSize,
  failure: media.failure,
});

/** A half-sent file of an earlier visit, or one that arrived after the page was left. */
export const itemOfKept = (kept: KeptUpload, sent: number): UploadItem => {
  const hasArrived = sent >= kept.fileSize;
  return {
    ...BLANK,
    key: kept.mediaId,
    fileName: kept.fileName,
    fileSize: kept.fileSize,
    mediaType: mediaTypeOf({ type: kept.fileType }),
    state: hasArrived ? 'processing' : 'interrupted',
    sent,
    kept: hasArrived ? null : kept,
    mediaId: hasArrived ? kept.mediaId : null,
  };
};

/** Takes the item at one place to another; what lies between moves up. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return list[from] === undefined || to < 0 || to > rest.length
    ? [...list]
    : rest.toSpliced(to, 0, list[from]);
}

/**
 * The files that the server has of the post, in place of those it had: what is still on its way
 * from here stays, behind them.
 */
export function takeServerFiles(list: readonly UploadItem[], files: StudioMedia[]): UploadItem[] {
  const known = new Map(list.map((item) => [item.mediaId, item]));
  return [
    ...files.map((media) => {
      const item = known.get(media.id);
      return item ? { ...item, ...factsOf(media) } : itemOfMedia(media);
    }),
    ...list.filter(({ mediaId }) => mediaId === null),
  ];
}

/** Why the files of a post do not let it be published yet, or null. */
export function filesNotReady(items: readonly UploadItem[]): string | null {
  const has = (state: UploadState) => items.some((item) => item.state === state);
  if (has('failed')) return 'Retry or remove the files that failed';
  if (has('interrupted')) return 'Choose the half-sent files again, or remove them';
  if (has('paused')) return 'Resume or remove the files that are paused';
  if (has('waiting') || has('uploading')) return 'Wait until every file is uploaded';
  return null;
}
