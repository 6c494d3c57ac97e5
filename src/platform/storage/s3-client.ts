import { createHash } from 'node:crypto';
import { S3Client, S3ServiceException, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from '#src/platform/config/storage-config.ts';

/** The options of the S3 client. */
export function s3ClientConfig(config: S3Config): S3ClientConfig {
  return {
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint }),
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Most servers other than AWS do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 5_000,
      // Idle time. S3 sends nothing for a long time while it copies a large file.
      socketTimeout: 120_000,
      httpAgent: { maxSockets: 100, keepAlive: true },
      httpsAgent: { maxSockets: 100, keepAlive: true },
    },
  };
}

/** Creates an S3 client without sending a request. */
export function openS3Client(config: S3Config): S3Client {
  const client = new S3Client(s3ClientConfig(config));
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { body, headers } = args.request as { body: string; headers: Record<string, string> };
      // Batch deletion requires a checksum; all servers support MD5.
      if (context.commandName === 'DeleteObjectsCommand') {
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', name: 'md5OfDeletions' },
  );
  return client;
}

const NOT_FOUND_ERRORS = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** Returns the response of an S3 command, or null when its object does not exist. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof S3ServiceException && NOT_FOUND_ERRORS.has(error.name)) return null;
    throw error;
  });
}
