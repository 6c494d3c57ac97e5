import { defaultOptions, type PreviousUpload } from 'tus-js-client';
import { parseUuidAtEnd } from '#src/lib/uuid.ts';

/** How long the app waits for an answer about an upload. */
const ANSWER_MS = 30_000;

/** An upload that this browser stores because its file is not in the draft yet. */
export type StoredUpload = {
  url: string;
  mediaId: string;
  fileName: string;
  fileSize: number;
  fileType: string;
  /** Modification time of the file in milliseconds. */
  modified: number;
  draftId: string;
  previous: PreviousUpload;
};

/** The media id of an upload, from its address. */
export const mediaIdOf = parseUuidAtEnd;

/** Identifies a file of a draft without reading its bytes, which may be gigabytes. */
export function fingerprintOf(file: File, draftId: string): string {
  return [draftId, file.name, file.size, file.lastModified].join('-');
}

/** Stored with the address of an upload to recognize its file. */
export function uploadMetadata(file: File, draftId: string) {
  return {
    filename: file.name,
    filetype: file.type,
    modified: String(file.lastModified),
    draft: draftId,
  };
}

/** Reads an entry of the storage of tus; null if it is invalid. */
export function readStoredUpload(previous: PreviousUpload): StoredUpload | null {
  const { uploadUrl: url, size, metadata } = previous;
  const mediaId = url && mediaIdOf(url);
  const { filename, filetype = '', modified, draft } = metadata ?? {};
  if (!mediaId || !size || !filename || !draft) return null;
  return {
    url,
    mediaId,
    fileName: filename,
    fileSize: size,
    fileType: filetype,
    modified: Number(modified),
    draftId: draft,
    previous,
  };
}

/** Finds the interrupted upload of a file. A file that has changed since does not match. */
export function findSameFile<T extends { stored: StoredUpload | null }>(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  items: readonly T[],
): T | undefined {
  return items.find(
    ({ stored }) =>
      stored?.fileName === file.name &&
      stored.fileSize === file.size &&
      stored.modified === file.lastModified,
  );
}

const urlStorage = () => defaultOptions.urlStorage;

/** Lists the unfinished uploads of a draft in this browser, with the bytes that the server has. */
export async function listResumableUploads(draftId: string, userId: string) {
  const owner = userId.replaceAll('-', '');
  const activeLocks = await listLocks();
  const stored = (await urlStorage().findAllUploads())
    .map(readStoredUpload)
    // Other users of the browser have their own uploads.
    .filter((entry) => entry?.draftId === draftId && entry.url.includes(owner))
    .filter((entry) => entry !== null && !activeLocks.has(lockName(entry.mediaId)));
  const results = await Promise.all(
    stored.map(async (entry) => ({ stored: entry!, sent: await fetchOffset(entry!.url) })),
  );
  const gone = results.filter(({ sent }) => sent === null);
  await Promise.all(gone.map(({ stored: { previous } }) => removeStored(previous)));
  return results.flatMap(({ stored: entry, sent }) =>
    sent === null ? [] : { stored: entry, sent },
  );
}

/** Bytes that the server has of an upload; null if the upload no longer exists. */
async function fetchOffset(url: string): Promise<number | null> {
  const headers = { 'tus-resumable': '1.0.0' };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { method: 'HEAD', headers, signal }).catch(() => null);
  // The upload may exist although the server is unreachable.
  if (!response || response.status >= 500) return 0;
  return response.ok ? Number(response.headers.get('upload-offset')) : null;
}

const removeStored = ({ urlStorageKey }: PreviousUpload) =>
  urlStorage().removeUpload(urlStorageKey);

/** Removes stored uploads whose files are in their draft or were cancelled. */
export async function forgetUploads(mediaIds: readonly string[]): Promise<void> {
  const ids = new Set(mediaIds);
  for (const previous of await urlStorage().findAllUploads()) {
    const id = previous.uploadUrl && mediaIdOf(previous.uploadUrl);
    if (id && ids.has(id)) await removeStored(previous);
  }
}

const lockName = (mediaId: string) => `upload-${mediaId}`;

async function listLocks(): Promise<Set<string | undefined>> {
  // Undefined without a secure connection.
  const locks = navigator.locks as LockManager | undefined;
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}

/** Locks an upload against other tabs until it is released or the tab is closed. @returns the release */
export function lockUpload(mediaId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const locks = navigator.locks as LockManager | undefined;
  void locks?.request(lockName(mediaId), { ifAvailable: true }, () => promise);
  return resolve;
}
