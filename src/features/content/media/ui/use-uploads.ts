import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { call, client } from '#src/web/client.ts';
import {
  MAXIMUM_FILES_PER_POST,
  MEDIA_MESSAGES,
  UPLOAD_ERRORS,
  type StudioMedia,
} from '../media.schema.ts';
import { checkFile } from './check-file.ts';
import { findSameFile, listKeptUploads } from './stored-uploads.ts';
import {
  itemOfFile,
  itemOfKept,
  itemOfMedia,
  moveItem,
  takeServerFiles,
  type UploadItem,
} from './upload-items.ts';
import { useMediaStates } from './use-media-states.ts';
import { useSenders } from './use-senders.ts';

type UploadsInput = {
  draftId: string | null;
  /** The files that the draft had when it was opened. */
  initial: StudioMedia[];
};

/** The files of a post being made: sent three at a time, in the order in which they will be shown. */
export function useUploads({ draftId, initial }: UploadsInput) {
  const [items, setItems] = useState<UploadItem[]>(() => initial.map(itemOfMedia));
  const [rejected, setRejected] = useState<string[]>([]);

  const change = useCallback((key: string, patch: Partial<UploadItem>) => {
    setItems((list) => list.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }, []);
  const drop = useCallback((key: string) => {
    setItems((list) => list.filter((item) => item.key !== key));
  }, []);
  const refuse = useCallback(
    ({ key, fileName }: UploadItem, reason: string) => {
      drop(key);
      setRejected((lines) => [...lines, `${fileName}: ${reason}`]);
    },
    [drop],
  );
  const senders = useSenders({ items, draftId, change, refuse });
  useMediaStates(items, change);
  useHalfSent(draftId, setItems);
  useGoingOn(setItems);
  usePreviewAddresses(items);

  return {
    items,
    /** Why files were not taken, one line each. */
    rejected,
    clearRejected: () => setRejected([]),
    add(files: File[]) {
      const { next, reasons } = takeFiles(items, files);
      setRejected(reasons);
      setItems(next);
    },
    pause: senders.pause,
    resume: (key: string) => change(key, { state: 'waiting' }),
    /** Sends a file again, or has the server process it again. */
    async retry({ key, mediaId, fileName, failure }: UploadItem) {
      if (!mediaId) return change(key, { state: 'waiting', failure: null });
      change(key, { state: 'processing', failure: null });
      await call(client.api.media[':id'].retry.$post({ param: { id: mediaId } })).catch(() => {
        change(key, { state: 'failed', failure });
        toast.error('Error', { description: `Failed to process ${fileName} again` });
      });
    },
    remove(item: UploadItem) {
      // One that has arrived goes with the next saving of the draft.
      if (!item.mediaId) senders.withdraw(item);
      drop(item.key);
    },
    move: (from: number, to: number) => setItems((list) => moveItem(list, from, to)),
    /** Takes the files of another version of the draft. */
    replace: (files: StudioMedia[]) => setItems((list) => takeServerFiles(list, files)),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Adds chosen files; one that is half-sent takes the place where it waits. */
function takeFiles(items: UploadItem[], files: File[]) {
  const checked = files.map((file) => ({ file, reason: checkFile(file) }));
  const reasons = checked.flatMap(({ file, reason }) => (reason ? `${file.name}: ${reason}` : []));
  let next = items;
  for (const { file } of checked.filter(({ reason }) => reason === null)) {
    const halfSent = findSameFile(file, next);
    if (!halfSent && next.length >= MAXIMUM_FILES_PER_POST) {
      reasons.push(MEDIA_MESSAGES.tooMany);
      break;
    }
    const local = { file, preview: URL.createObjectURL(file) };
    next = halfSent
      ? next.map((item) => (item === halfSent ? { ...item, local, state: 'waiting' } : item))
      : [...next, itemOfFile(file, local.preview)];
  }
  return { next, reasons };
}

type SetItems = (change: (items: UploadItem[]) => UploadItem[]) => void;

/** When a draft is opened again, lists what of it was not sent to its end. */
function useHalfSent(draftId: string | null, setItems: SetItems) {
  const userId = useSession()?.user.id;
  // A draft that is made here has nothing from before.
  const [openedId] = useState(draftId);
  useEffect(() => {
    if (!openedId || !userId) return;
    let isLeft = false;
    listKeptUploads(openedId, userId).then(
      (found) => {
        if (isLeft) return;
        setItems((list) => {
          const known = new Set(list.map(({ key }) => key));
          const fresh = found.filter(({ kept }) => !known.has(kept.mediaId));
          return [...list, ...fresh.map(({ kept, sent }) => itemOfKept(kept, sent))];
        });
      },
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [openedId, userId, setItems]);
}

/** Goes on with what failed for want of a network, once there is one. */
function useGoingOn(setItems: SetItems) {
  useEffect(() => {
    const goOn = () =>
      setItems((list) =>
        list.map((item) =>
          item.failure === UPLOAD_ERRORS.network && !item.mediaId
            ? { ...item, state: 'waiting', failure: null }
            : item,
        ),
      );
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [setItems]);
}

/** Frees the addresses of local pictures: of a file when it goes, of all when the page is left. */
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
