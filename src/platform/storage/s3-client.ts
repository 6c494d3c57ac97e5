import { createHash } from 'node:crypto';
import { S3Client, S3ServiceException, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '#src/platform/config/storage-config.ts';

/** How requests to S3 are made; what is too slow for these is broken. */
export const s3ClientConfig = (config: S3Config): S3ClientConfig => ({
  region: config.region,
  ...(config.endpoint && { endpoint: config.endpoint }),
  forcePathStyle: config.forcePathStyle,
  credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
  // Servers other than AWS mostly do not know the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: 5_000,
    // Without a byte in either direction. Copying a large file inside S3 is silent for long.
    socketTimeout: 120_000,
    httpAgent: { maxSockets: 100, keepAlive: true },
    httpsAgent: { maxSockets: 100, keepAlive: true },
  },
});

/** Opens the door to S3; no request is made yet. */
export function openS3Client(config: S3Config): S3Client {
  const client = new S3Client(s3ClientConfig(config));
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { body, headers } = args.request as { body: string; headers: Record<string, string> };
      // Deleting several at once needs a checksum, and this is the one that all servers know.
      if (context.commandName === 'DeleteObjectsCommand') {
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', name: 'md5OfDeletions' },
  );
  return client;
}

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** What an S3 command answers, or null when it is about something that is not there. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof S3ServiceException && MISSING.has(error.name)) return null;
    throw error;
  });
}
