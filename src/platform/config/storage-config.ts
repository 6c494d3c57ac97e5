import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(blankIsUnset, z.string().optional());

/** The environment variables of the storage. */
export const storageEnvironment = {
  STORAGE: z.preprocess(blankIsUnset, z.enum(['local', 's3']).default('local')),
  S3_BUCKET: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  ),
  S3_ENDPOINT: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, message: 'must be an http(s) address' }).optional(),
  ),
  S3_REGION: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_FORCE_PATH_STYLE: z.preprocess(blankIsUnset, z.stringbool().optional()),
  MEDIA_DELIVERY: z.preprocess(blankIsUnset, z.enum(['stream', 'redirect']).default('stream')),
};

type Environment = z.output<z.ZodObject<typeof storageEnvironment>>;

/** An S3 bucket of the house's own, closed to everybody else. */
export type S3Config = {
  kind: 's3';
  bucket: string;
  /** Address of an S3-compatible server; without it the bucket is on AWS. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is named in the path of addresses, rather than in their host. */
  forcePathStyle: boolean;
};
export type StorageConfig = { kind: 'local' } | S3Config;

/** Names what a storage in S3 lacks, and what only it can do. */
export function checkStorageEnvironment(values: Environment, context: z.RefinementCtx): void {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (values.STORAGE === 's3') {
    const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    for (const name of needed) {
      if (!values[name]) refuse(name, 'must be set when STORAGE is s3');
    }
    if (!values.S3_ENDPOINT && !values.S3_REGION) {
      refuse('S3_REGION', 'must be set when STORAGE is s3 and there is no S3_ENDPOINT');
    }
  } else if (values.MEDIA_DELIVERY === 'redirect') {
    refuse('MEDIA_DELIVERY', 'can be "redirect" only when STORAGE is s3');
  }
}

/** Reads what {@link checkStorageEnvironment} found complete. */
export function readStorageConfig(values: Environment): StorageConfig {
  if (values.STORAGE === 'local') return { kind: 'local' };
  return {
    kind: 's3',
    bucket: values.S3_BUCKET!,
    endpoint: values.S3_ENDPOINT,
    // Servers other than AWS mostly have one region, of this name.
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID!,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  };
}

/** Where a browser is led for a presigned link: the origin of the bucket's addresses. */
export function bucketOrigin({ endpoint, bucket, region, forcePathStyle }: S3Config): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${protocol}//${forcePathStyle ? '' : `${bucket}.`}${host}`;
}
