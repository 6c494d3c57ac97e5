import { useCallback, useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { MAXIMUM_FILES_PER_POST, UPLOAD_ERRORS, type StudioMedia } from '../media.schema.ts';
import { checkFile } from './check-file.ts';
import { findSameFile, listResumableUploads } from './stored-uploads.ts';
import {
  itemOfFile,
  itemOfStoredUpload,
  itemOfMedia,
  moveItem,
  mergeServerFiles,
  type UploadItem,
} from './upload-items.ts';
import { useMediaStates } from './use-media-states.ts';
import { useRemoval } from './use-removal.ts';
import { useUploadQueue } from './use-upload-queue.ts';

type UploadsInput = {
  draftId: string | null;
  /** The files of the draft when it was opened. */
  initial: StudioMedia[];
  maximum?: number;
};

/** Manages the files of a post in the editor, in display order; uploads three at a time. */
export function useUploads({ draftId, initial, ...input }: UploadsInput) {
  const { maximum = MAXIMUM_FILES_PER_POST } = input;
  const [items, setItems] = useState<UploadItem[]>(() => initial.map(itemOfMedia));
  const [rejected, setRejected] = useState<string[]>([]);

  const change = useCallback((key: string, patch: Partial<UploadItem>) => {
    setItems((list) => list.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }, []);
  const removeItem = useCallback((key: string) => {
    setItems((list) => list.filter((item) => item.key !== key));
  }, []);
  const refuse = useCallback(
    ({ key, fileName }: UploadItem, reason: string) => {
      removeItem(key);
      setRejected((lines) => [...lines, `${fileName}: ${reason}`]);
    },
    [removeItem],
  );
  const queue = useUploadQueue({ items, draftId, change, refuse });
  useMediaStates(items, change);
  useInterruptedUploads(draftId, setItems);
  useResumeWhenOnline(setItems);
  usePreviewAddresses(items);
  const offerUndo = useRemoval(setItems);

  return {
    items,
    maximum,
    /** Reasons for refused files, one line each. */
    rejected,
    clearRejected: () => setRejected([]),
    add(files: File[]) {
      const { next, reasons } = addFiles(items, files, maximum);
      setRejected(reasons);
      setItems(next);
    },
    /** Adds files that are stored already. */
    addStored: (media: StudioMedia[]) =>
      setItems((list) => [...list, ...media.map(itemOfMedia)].slice(0, maximum)),
    pause: queue.pause,
    resume: (key: string) => change(key, { state: 'waiting' }),
    /** Uploads a file again, or requests its processing again. */
    async retry({ key, mediaId, fileName, failure }: UploadItem) {
      if (!mediaId) return change(key, { state: 'waiting', failure: null });
      change(key, { state: 'processing', failure: null });
      await call(client.api.media[':id'].retry.$post({ param: { id: mediaId } })).catch(() => {
        change(key, { state: 'failed', failure });
        toast.error('Error', { description: `Failed to retry ${fileName}` });
      });
    },
    remove(item: UploadItem) {
      // An uploaded file leaves the draft with the next save.
      if (item.mediaId) offerUndo(item, items.indexOf(item));
      else queue.cancel(item);
      removeItem(item.key);
    },
    move: (from: number, to: number) => setItems((list) => moveItem(list, from, to)),
    /** Shows the files of another version of the draft. */
    replace: (files: StudioMedia[]) => setItems((list) => mergeServerFiles(list, files)),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Adds chosen files; the file of an interrupted upload resumes it in its position. */
function addFiles(items: UploadItem[], files: File[], maximum: number) {
  const checked = files.map((file) => ({ file, reason: checkFile(file) }));
  const reasons = checked.flatMap(({ file, reason }) => (reason ? `${file.name}: ${reason}` : []));
  let next = items;
  for (const { file } of checked.filter(({ reason }) => reason === null)) {
    const interrupted = findSameFile(file, next);
    if (!interrupted && next.length >= maximum) {
      reasons.push(`Maximum ${maximum} files allowed`);
      break;
    }
    const local = { file, preview: URL.createObjectURL(file) };
    next = interrupted
      ? next.map((item) => (item === interrupted ? { ...item, local, state: 'waiting' } : item))
      : [...next, itemOfFile(file, local.preview)];
  }
  return { next, reasons };
}

type SetItems = (change: (items: UploadItem[]) => UploadItem[]) => void;

/** Adds the unfinished uploads of an opened draft. */
function useInterruptedUploads(draftId: string | null, setItems: SetItems) {
  const userId = useSession()?.user.id;
  // A draft created on this visit has no earlier uploads.
  const [openedId] = useState(draftId);
  useEffect(() => {
    if (!openedId || !userId) return;
    let isUnmounted = false;
    listResumableUploads(openedId, userId).then(
      (found) => {
        if (isUnmounted) return;
        setItems((list) => {
          const known = new Set(list.map(({ key }) => key));
          const fresh = found.filter(({ stored }) => !known.has(stored.mediaId));
          return [...list, ...fresh.map(({ stored, sent }) => itemOfStoredUpload(stored, sent))];
        });
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [openedId, userId, setItems]);
}

/** Restarts uploads that failed without a network once the browser is online. */
function useResumeWhenOnline(setItems: SetItems) {
  useEffect(() => {
    const resume = () =>
      setItems((list) =>
        list.map((item) =>
          item.failure === UPLOAD_ERRORS.network && !item.mediaId
            ? { ...item, state: 'waiting', failure: null }
            : item,
        ),
      );
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [setItems]);
}

/** Revokes the object URLs of removed files, and of all files on unmount. */
function usePreviewAddresses(items: UploadItem[]) {
  const used = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(items.flatMap(({ local }) => local?.preview ?? []));
    for (const preview of used.current) if (!now.has(preview)) URL.revokeObjectURL(preview);
    used.current = now;
  }, [items]);
  useEffect(
    () => () => {
      for (const preview of used.current) URL.revokeObjectURL(preview);
    },
    [],
  );
}
