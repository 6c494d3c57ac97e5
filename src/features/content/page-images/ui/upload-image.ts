import { call } from '#src/client/client.ts';
import { UPLOAD_ERRORS } from '#src/features/content/media/media.schema.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { slotImagesSchema, type ImageSlot } from '../page-images.schema.ts';

type SendOptions = {
  signal?: AbortSignal;
  /** Called with the percentage sent. */
  onProgress: (percent: number) => void;
  headers?: Record<string, string>;
};
type UploadInput = SendOptions & { influencerId: string; slot: ImageSlot; file: File };

/** Uploads a picture. @returns the pictures of its slot */
export async function uploadImage({ influencerId, slot, file, ...options }: UploadInput) {
  const address = `/page-images/${influencerId}/${slot}?name=${encodeURIComponent(file.name)}`;
  return slotImagesSchema.parse(await sendImage(address, file, options)).images;
}

/** Sends a picture to an address and returns the JSON of the response. */
export async function sendImage(address: string, file: File, options: SendOptions) {
  return call(Promise.resolve(await post(address, file, options)));
}

/** The message about a failed upload, and whether a retry may help. */
export function uploadFailure(error: unknown): { text: string; canRetry: boolean } {
  if (!(error instanceof ApiError)) return { text: (error as Error).message, canRetry: true };
  const { status, code } = error.problem;
  const hasUserMessage = status < 500 || code === 'storage-full';
  return {
    text: hasUserMessage ? error.message : UPLOAD_ERRORS.server,
    canRetry: code !== 'invalid-file' && code !== 'payload-too-large',
  };
}

// fetch does not report upload progress.
function post(address: string, file: File, { signal, onProgress, headers = {} }: SendOptions) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('content-type', file.type);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.floor((loaded / total) * 100)),
    );
    request.addEventListener('load', () => {
      // By its type, an error is recognized as one of the product.
      const type = request.getResponseHeader('content-type') ?? '';
      const answer = { status: request.status, headers: { 'content-type': type } };
      resolve(new Response(request.responseText, answer));
    });
    request.addEventListener('error', () => reject(new Error(UPLOAD_ERRORS.network)));
    request.addEventListener('abort', () => reject(new Error('Cancelled')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
