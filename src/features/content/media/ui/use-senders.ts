import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { UPLOAD_ERRORS } from '../media.schema.ts';
import { createResumableUpload } from './resumable-upload.ts';
import { forgetUploads, holdUpload, mediaIdOf } from './stored-uploads.ts';
import type { UploadItem } from './upload-items.ts';

const SENT_AT_ONCE = 3;

type Sending = ReturnType<typeof createResumableUpload> & { letGo?: () => void };
type SendersInput = {
  items: UploadItem[];
  /** Files are sent into a draft, so nothing is sent before there is one. */
  draftId: string | null;
  change: (key: string, patch: Partial<UploadItem>) => void;
  /** The server will never take this file. */
  refuse: (item: UploadItem, reason: string) => void;
};

const settled = { bytesPerSecond: null, isReconnecting: false };

/** Sends waiting files, three at a time. */
export function useSenders({ items, draftId, change, refuse }: SendersInput) {
  const isSignedIn = useSession() !== null;
  const senders = useRef(new Map<string, Sending>());
  /** Keys of those that run now: an effect may come twice before its change of state is seen. */
  const running = useRef(new Set<string>());

  useEffect(() => {
    if (!draftId) return;
    const stop = (key: string) => {
      running.current.delete(key);
      senders.current.get(key)?.letGo?.();
    };
    const fail = (item: UploadItem, reason: string, isFileAtFault = false) => {
      stop(item.key);
      toast.error('Upload Failed', {
        description: `Failed to upload ${item.fileName}: ${reason}`,
      });
      if (isFileAtFault) {
        const url = senders.current.get(item.key)?.upload.url;
        if (url) forgetUploads([mediaIdOf(url) ?? '']).catch(() => {});
        senders.current.delete(item.key);
        refuse(item, reason);
      } else change(item.key, { ...settled, state: 'failed', failure: reason });
    };

    function createSender(item: UploadItem, file: File): Sending {
      const { key } = item;
      const sending: Sending = createResumableUpload(file, draftId!, {
        onProgress: (sent, bytesPerSecond) =>
          change(key, { sent, bytesPerSecond, isReconnecting: false }),
        onReconnecting: () => change(key, { bytesPerSecond: null, isReconnecting: true }),
        onUrl: (url) => {
          sending.letGo?.();
          sending.letGo = holdUpload(mediaIdOf(url) ?? '');
        },
        onDone: (url) => {
          stop(key);
          senders.current.delete(key);
          const mediaId = mediaIdOf(url);
          change(key, { ...settled, state: 'processing', sent: file.size, mediaId, kept: null });
        },
        onFailed: (reason, isFileAtFault) => fail(item, reason, isFileAtFault),
      });
      if (item.kept) sending.upload.resumeFromPreviousUpload(item.kept.previous);
      return sending;
    }

    function start(item: UploadItem) {
      const { key, local } = item;
      if (running.current.has(key) || !local) return;
      running.current.add(key);
      if (!isSignedIn) return fail(item, UPLOAD_ERRORS.noUser);
      const sending = senders.current.get(key) ?? createSender(item, local.file);
      senders.current.set(key, sending);
      change(key, { state: 'uploading', failure: null });
      sending.start();
    }

    const busy = items.filter(({ state }) => state === 'uploading').length;
    const next = items.filter(({ state }) => state === 'waiting');
    next.slice(0, Math.max(0, SENT_AT_ONCE - busy)).forEach(start);
  }, [items, draftId, change, refuse, isSignedIn]);

  useEffect(() => {
    const all = senders.current;
    // What is half-sent stays with the server, to be gone on with.
    return () => {
      for (const { upload, letGo } of all.values()) {
        upload.abort().catch(() => {});
        letGo?.();
      }
    };
  }, []);

  return {
    pause(key: string) {
      running.current.delete(key);
      senders.current
        .get(key)
        ?.upload.abort()
        .catch(() => {});
      change(key, { ...settled, state: 'paused' });
    },
    /** Stops sending and takes back what was sent. */
    withdraw({ key, kept }: UploadItem) {
      const sending = senders.current.get(key);
      running.current.delete(key);
      senders.current.delete(key);
      sending?.letGo?.();
      const url = sending?.upload.url ?? kept?.url;
      // What cannot be taken back now is swept away by the server within a day.
      sending?.upload.abort().catch(() => {});
      if (!url) return;
      fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {});
      forgetUploads([mediaIdOf(url) ?? '']).catch(() => {});
    },
  };
}
