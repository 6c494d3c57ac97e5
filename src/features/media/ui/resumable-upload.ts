import { Upload } from 'tus-js-client';
import { uploadErrorText } from './upload-errors.ts';

/** Bytes of one request: small enough to end within a proxy's patience on a slow line. */
const CHUNK_BYTES = 16 * 1024 ** 2;
/** Waits in milliseconds before each further try; progress starts the count anew. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

type Listener = {
  onProgress: (percent: number) => void;
  onDone: (uploadId: string) => void;
  onFailed: (reason: string) => void;
};

/** A file on its way. Starting it again after a failure goes on where it stopped. */
export function createResumableUpload(file: File, listener: Listener): Upload {
  const upload = new Upload(file, {
    endpoint: '/uploads',
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    storeFingerprintForResuming: false,
    metadata: { filename: file.name },
    onProgress: (sent, total) => listener.onProgress(total ? Math.floor((sent / total) * 100) : 0),
    onSuccess: () => listener.onDone(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => listener.onFailed(uploadErrorText(error)),
  });
  return upload;
}
