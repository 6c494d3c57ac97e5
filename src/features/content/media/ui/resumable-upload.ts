import { Upload, type DetailedError } from 'tus-js-client';
import { fingerprintOf, keptFacts } from './stored-uploads.ts';
import { createTransferRate } from './transfer-rate.ts';
import { isFileAtFault, uploadErrorText } from './upload-errors.ts';

/** Bytes of one request: small enough to end within a proxy's patience on a slow line. */
const CHUNK_BYTES = 16 * 1024 ** 2;
/** Waits in milliseconds before each further try; progress starts the count anew. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 60_000];
/** Progress is told at most this often (milliseconds): each time the screen is drawn anew. */
const TELL_EVERY = 250;

export type UploadListener = {
  onProgress: (sent: number, bytesPerSecond: number | null) => void;
  /** The connection is lost, or the server is: it is tried again in a moment. */
  onReconnecting: () => void;
  /** Where it is being sent to. */
  onUrl: (url: string) => void;
  onDone: (url: string) => void;
  onFailed: (reason: string, isFileAtFault: boolean) => void;
};

/**
 * A file on its way into a draft. Starting it again after a pause or a failure goes on where it
 * stopped; the browser remembers it until `forgetUploads`.
 */
export function createResumableUpload(file: File, draftId: string, listener: UploadListener) {
  const rate = createTransferRate();
  let toldAt = 0;
  const upload = new Upload(file, {
    endpoint: '/uploads',
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    storeFingerprintForResuming: true,
    fingerprint: () => Promise.resolve(fingerprintOf(file, draftId)),
    metadata: keptFacts(file, draftId),
    onUploadUrlAvailable: () => listener.onUrl(upload.url!),
    onProgress: (sent) => {
      const now = Date.now();
      rate.note(now, sent);
      if (now - toldAt < TELL_EVERY && sent < file.size) return;
      toldAt = now;
      listener.onProgress(sent, rate.bytesPerSecond());
    },
    onShouldRetry: (error) => {
      const retries = isWorthRetrying(error);
      if (retries) listener.onReconnecting();
      return retries;
    },
    onSuccess: () => listener.onDone(upload.url!),
    onError: (error) => listener.onFailed(uploadErrorText(error), isFileAtFault(error)),
  });
  return {
    upload,
    start(): void {
      rate.reset();
      upload.start();
    },
  };
}

const LOCKED = 423;
const CONFLICT = 409;
const FULL = 507;

function isWorthRetrying(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  const isRefusal = status >= 400 && status < 500 && status !== CONFLICT && status !== LOCKED;
  // Without a network the browser says when to go on.
  return !isRefusal && status !== FULL && navigator.onLine;
}
