import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Upload } from 'tus-js-client';
import { call, client } from '#src/client.ts';
import { useSession } from '#src/features/accounts/ui/session.ts';
import { MAXIMUM_FILES_PER_POST, MEDIA_MESSAGES } from '../media.schema.ts';
import { checkFile, mediaTypeOf } from './check-file.ts';
import { createResumableUpload } from './resumable-upload.ts';
import { UPLOAD_ERRORS } from './upload-errors.ts';

export type UploadItem = {
  key: string;
  file: File;
  mediaType: 'image' | 'video';
  /** Address of the local file, for thumbnail and preview. */
  preview: string;
  /** `processing`: everything is sent, the server makes the sizes. */
  status: 'waiting' | 'uploading' | 'processing' | 'done' | 'failed';
  percent: number;
  uploadId: string | null;
  error: string | null;
};

const SENT_AT_ONCE = 3;

const toItem = (file: File): UploadItem => ({
  key: crypto.randomUUID(),
  file,
  mediaType: mediaTypeOf(file),
  preview: URL.createObjectURL(file),
  status: 'waiting',
  percent: 0,
  uploadId: null,
  error: null,
});

function withdraw({ uploadId, preview }: UploadItem, upload: Upload | undefined): void {
  URL.revokeObjectURL(preview);
  // What cannot be taken back now is swept away by the server within a day.
  if (uploadId)
    call(client.api.uploads[':id'].$delete({ param: { id: uploadId } })).catch(() => {});
  else upload?.abort(true).catch(() => {});
}

/** The files of a post being made: sent three at a time, in the order in which they will be shown. */
export function useUploads() {
  const isSignedIn = useSession() !== null;
  const [items, setItems] = useState<UploadItem[]>([]);
  const [rejected, setRejected] = useState<string[]>([]);
  const senders = useRef(new Map<string, Upload>());
  const sending = useRef(new Set<string>());
  const owned = useRef(items);

  const change = useCallback((key: string, patch: Partial<UploadItem>) => {
    setItems((list) => list.map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }, []);

  const start = useCallback(
    ({ key, file }: UploadItem) => {
      // An effect may run twice before its change of state is seen.
      if (sending.current.has(key)) return;
      const fail = (error: string) => {
        sending.current.delete(key);
        change(key, { status: 'failed', error });
        toast.error('Upload Failed', { description: `Failed to upload ${file.name}: ${error}` });
      };
      if (!isSignedIn) return fail(UPLOAD_ERRORS.noUser);
      const sender =
        senders.current.get(key) ??
        createResumableUpload(file, {
          onProgress: (percent) =>
            change(key, { percent, status: percent === 100 ? 'processing' : 'uploading' }),
          onDone: (uploadId) => change(key, { status: 'done', percent: 100, uploadId }),
          onFailed: fail,
        });
      senders.current.set(key, sender);
      sending.current.add(key);
      change(key, { status: 'uploading', error: null });
      sender.start();
    },
    [change, isSignedIn],
  );

  useEffect(() => {
    owned.current = items;
    const busy = items.filter(({ status }) => status === 'uploading').length;
    const next = items.filter(({ status }) => status === 'waiting').slice(0, SENT_AT_ONCE - busy);
    if (busy < SENT_AT_ONCE) next.forEach(start);
  }, [items, start]);

  useEffect(() => {
    const goOn = () =>
      setItems((list) =>
        list.map((item) =>
          item.error === UPLOAD_ERRORS.network ? { ...item, status: 'waiting', error: null } : item,
        ),
      );
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, []);

  useEffect(() => {
    const running = senders.current;
    return () => {
      for (const item of owned.current) withdraw(item, running.get(item.key));
    };
  }, []);

  return {
    items,
    /** Why chosen files were not taken, one line each. */
    rejected,
    clearRejected: () => setRejected([]),
    add(files: File[]) {
      const checked = files.map((file) => ({ file, reason: checkFile(file) }));
      const wrong = checked.filter(({ reason }) => reason !== null);
      const right = checked.filter(({ reason }) => reason === null);
      const room = Math.max(0, MAXIMUM_FILES_PER_POST - items.length);
      setRejected([
        ...wrong.map(({ file, reason }) => `${file.name}: ${reason}`),
        ...(right.length > room ? [MEDIA_MESSAGES.tooMany] : []),
      ]);
      const added = right.slice(0, room).map(({ file }) => toItem(file));
      setItems((list) => [...list, ...added]);
    },
    retry: (key: string) => change(key, { status: 'waiting', error: null }),
    remove(key: string) {
      const item = items.find((candidate) => candidate.key === key);
      if (item) withdraw(item, senders.current.get(key));
      senders.current.delete(key);
      setItems((list) => list.filter((candidate) => candidate.key !== key));
    },
    /** Moves a file one place towards the front (-1) or the end (1). */
    move(key: string, step: -1 | 1) {
      setItems((list) => {
        const from = list.findIndex((item) => item.key === key);
        const moved = list[from];
        const neighbour = list[from + step];
        if (!moved || !neighbour) return list;
        return list.with(from + step, moved).with(from, neighbour);
      });
    },
    /** The files belong to a post now: they are not taken back when the screen is left. */
    release() {
      for (const { preview } of owned.current) URL.revokeObjectURL(preview);
      owned.current = [];
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
