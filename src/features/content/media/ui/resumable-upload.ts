import { Upload, type DetailedError } from 'tus-js-client';
import { fingerprintOf, uploadMetadata } from './stored-uploads.ts';
import { createTransferRate } from './transfer-rate.ts';
import { isFileAtFault, uploadErrorText } from './upload-errors.ts';

/** Bytes of one request: small enough for the timeouts of proxies on slow connections. */
const CHUNK_BYTES = 16 * 1024 ** 2;
/** Delays in milliseconds before each retry; progress resets the count. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 60_000];
/** Minimum interval of progress events in milliseconds, because each one renders the screen. */
const PROGRESS_INTERVAL = 250;

export type UploadListener = {
  onProgress: (sent: number, bytesPerSecond: number | null) => void;
  /** Connection or server failed; a retry follows. */
  onReconnecting: () => void;
  /** The address of the upload is known. */
  onUrl: (url: string) => void;
  onDone: (url: string) => void;
  onFailed: (reason: string, isFileAtFault: boolean) => void;
};

/**
 * Creates an upload into a draft. Starting it again after a pause or a failure resumes where it
 * stopped. The browser stores it until `forgetUploads`.
 */
export function createResumableUpload(file: File, draftId: string, listener: UploadListener) {
  const rate = createTransferRate();
  let reportedAt = 0;
  const upload = new Upload(file, {
    endpoint: '/uploads',
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    storeFingerprintForResuming: true,
    fingerprint: () => Promise.resolve(fingerprintOf(file, draftId)),
    metadata: uploadMetadata(file, draftId),
    onUploadUrlAvailable: () => listener.onUrl(upload.url!),
    onProgress: (sent) => {
      const now = Date.now();
      rate.addSample(now, sent);
      if (now - reportedAt < PROGRESS_INTERVAL && sent < file.size) return;
      reportedAt = now;
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
  // Offline, the `online` event restarts the upload.
  return !isRefusal && status !== FULL && navigator.onLine;
}
