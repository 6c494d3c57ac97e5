import { defaultOptions, type PreviousUpload } from 'tus-js-client';
import { parseUuidAtEnd } from '#src/lib/uuid.ts';

/** A file whose sending this browser remembers, for it is not in its draft yet. */
export type KeptUpload = {
  url: string;
  mediaId: string;
  fileName: string;
  fileSize: number;
  fileType: string;
  /** When the file was last changed, in milliseconds. */
  modified: number;
  draftId: string;
  previous: PreviousUpload;
};

/** The media id of an upload, from its address. */
export const mediaIdOf = parseUuidAtEnd;

/** Tells a file of a draft from every other; the bytes are not read, for they may be gigabytes. */
export const fingerprintOf = (file: File, draftId: string): string =>
  [draftId, file.name, file.size, file.lastModified].join('-');

/** What is kept beside the address of an upload, so that its file is known again. */
export const keptFacts = (file: File, draftId: string) => ({
  filename: file.name,
  filetype: file.type,
  modified: String(file.lastModified),
  draft: draftId,
});

/** Reads an entry of tus's own storage; null for one that is not of this product, or damaged. */
export function readKept(previous: PreviousUpload): KeptUpload | null {
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

/** The half-sent file that this one is, or undefined. One that was changed since is another. */
export const findSameFile = <T extends { kept: KeptUpload | null }>(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  items: readonly T[],
): T | undefined =>
  items.find(
    ({ kept }) =>
      kept?.fileName === file.name &&
      kept.fileSize === file.size &&
      kept.modified === file.lastModified,
  );

const urlStorage = () => defaultOptions.urlStorage;

/** What of a draft was not sent to its end in this browser, with the bytes that the server has. */
export async function listKeptUploads(draftId: string, userId: string) {
  const owner = userId.replaceAll('-', '');
  const beingSent = await listLocks();
  const kept = (await urlStorage().findAllUploads())
    .map(readKept)
    // Others who share the browser have their own.
    .filter((entry) => entry?.draftId === draftId && entry.url.includes(owner))
    .filter((entry) => entry !== null && !beingSent.has(lockName(entry.mediaId)));
  const asked = await Promise.all(
    kept.map(async (entry) => ({ kept: entry!, sent: await askOffset(entry!.url) })),
  );
  const gone = asked.filter(({ sent }) => sent === null);
  await Promise.all(gone.map(({ kept: { previous } }) => forget(previous)));
  return asked.flatMap(({ kept: entry, sent }) => (sent === null ? [] : { kept: entry, sent }));
}

/** Bytes that the server has of an upload; null when it has none any more. */
async function askOffset(url: string): Promise<number | null> {
  const headers = { 'tus-resumable': '1.0.0' };
  const response = await fetch(url, { method: 'HEAD', headers }).catch(() => null);
  // A server that cannot be asked now may well have it.
  if (!response || response.status >= 500) return 0;
  return response.ok ? Number(response.headers.get('upload-offset')) : null;
}

const forget = ({ urlStorageKey }: PreviousUpload) => urlStorage().removeUpload(urlStorageKey);

/** Forgets how to resume files: they are in their draft, or were given up. */
export async function forgetUploads(mediaIds: readonly string[]): Promise<void> {
  const ids = new Set(mediaIds);
  for (const previous of await urlStorage().findAllUploads()) {
    const id = previous.uploadUrl && mediaIdOf(previous.uploadUrl);
    if (id && ids.has(id)) await forget(previous);
  }
}

const lockName = (mediaId: string) => `upload-${mediaId}`;

async function listLocks(): Promise<Set<string | undefined>> {
  // Missing where the connection is not secure.
  const locks = navigator.locks as LockManager | undefined;
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}

/** Tells the other tabs that this one sends the file, until it is let go or the tab is closed. */
export function holdUpload(mediaId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const locks = navigator.locks as LockManager | undefined;
  void locks?.request(lockName(mediaId), { ifAvailable: true }, () => promise);
  return resolve;
}
