import { useEffect, useRef } from 'react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { showSilentError } from '#src/ui/elements/silent-toast.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { UPLOAD_ERRORS } from '../media.schema.ts';
import { createResumableUpload } from './resumable-upload.ts';
import { forgetUploads, lockUpload, mediaIdOf } from './stored-uploads.ts';
import type { UploadItem } from './upload-items.ts';

const MAXIMUM_CONCURRENT_UPLOADS = 3;

type ActiveUpload = ReturnType<typeof createResumableUpload> & { unlock?: () => void };
type UploadQueueInput = {
  items: UploadItem[];
  /** Files are uploaded into a draft; nothing is uploaded without one. */
  draftId: string | null;
  change: (key: string, patch: Partial<UploadItem>) => void;
  /** Called when the server refuses the file permanently. */
  refuse: (item: UploadItem, reason: string) => void;
};

const settled = { bytesPerSecond: null, isReconnecting: false };

/** Uploads waiting files, three at a time. */
export function useUploadQueue({ items, draftId, change, refuse }: UploadQueueInput) {
  const isSignedIn = useSession() !== null;
  const activeUploads = useRef(new Map<string, ActiveUpload>());
  /** Keys of running uploads: an effect may run twice before its state change is rendered. */
  const running = useRef(new Set<string>());

  useEffect(() => {
    if (!draftId) return;
    const stop = (key: string) => {
      running.current.delete(key);
      activeUploads.current.get(key)?.unlock?.();
    };
    const fail = (item: UploadItem, reason: string, isFileAtFault = false) => {
      stop(item.key);
      const description = `Failed to upload ${item.fileName}: ${reason}`;
      if (isFileAtFault) {
        showSilentError('Upload Failed', description);
        const url = activeUploads.current.get(item.key)?.upload.url;
        if (url) forgetUploads([mediaIdOf(url) ?? '']).catch(() => {});
        activeUploads.current.delete(item.key);
        refuse(item, reason);
      } else {
        toast.error('Upload Failed', { description });
        change(item.key, { ...settled, state: 'failed', failure: reason });
      }
    };

    function createUpload(item: UploadItem, file: File): ActiveUpload {
      const { key } = item;
      const active: ActiveUpload = createResumableUpload(file, draftId!, {
        onProgress: (sent, bytesPerSecond) =>
          change(key, { sent, bytesPerSecond, isReconnecting: false }),
        onReconnecting: () => change(key, { bytesPerSecond: null, isReconnecting: true }),
        onUrl: (url) => {
          active.unlock?.();
          active.unlock = lockUpload(mediaIdOf(url) ?? '');
        },
        onDone: (url) => {
          stop(key);
          activeUploads.current.delete(key);
          const mediaId = mediaIdOf(url);
          change(key, { ...settled, state: 'processing', sent: file.size, mediaId, stored: null });
        },
        onFailed: (reason, isFileAtFault) => fail(item, reason, isFileAtFault),
      });
      if (item.stored) active.upload.resumeFromPreviousUpload(item.stored.previous);
      return active;
    }

    function start(item: UploadItem) {
      const { key, local } = item;
      if (running.current.has(key) || !local) return;
      running.current.add(key);
      if (!isSignedIn) return fail(item, UPLOAD_ERRORS.noUser);
      const active = activeUploads.current.get(key) ?? createUpload(item, local.file);
      activeUploads.current.set(key, active);
      change(key, { state: 'uploading', failure: null });
      active.start();
    }

    const busy = items.filter(({ state }) => state === 'uploading').length;
    const next = items.filter(({ state }) => state === 'waiting');
    next.slice(0, Math.max(0, MAXIMUM_CONCURRENT_UPLOADS - busy)).forEach(start);
  }, [items, draftId, change, refuse, isSignedIn]);

  useEffect(() => {
    const all = activeUploads.current;
    // The server keeps partial uploads, so that they can be resumed.
    return () => {
      for (const { upload, unlock } of all.values()) {
        upload.abort().catch(() => {});
        unlock?.();
      }
    };
  }, []);

  return {
    pause(key: string) {
      running.current.delete(key);
      activeUploads.current
        .get(key)
        ?.upload.abort()
        .catch(() => {});
      change(key, { ...settled, state: 'paused' });
    },
    /** Stops an upload and deletes what was sent. */
    cancel({ key, stored }: UploadItem) {
      const active = activeUploads.current.get(key);
      running.current.delete(key);
      activeUploads.current.delete(key);
      active?.unlock?.();
      const url = active?.upload.url ?? stored?.url;
      // If the deletion fails, the server deletes the upload later.
      active?.upload.abort().catch(() => {});
      if (!url) return;
      fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {});
      forgetUploads([mediaIdOf(url) ?? '']).catch(() => {});
    },
  };
}
