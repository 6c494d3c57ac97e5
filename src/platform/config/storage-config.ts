import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(blankIsUnset, z.string().optional());

/** The environment variables of file storage. */
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
  ENCRYPT_FILES: z.preprocess(blankIsUnset, z.stringbool('must be true or false').default(false)),
  MEDIA_DELIVERY: z.preprocess(blankIsUnset, z.enum(['stream', 'redirect']).default('stream')),
};

type Environment = z.output<z.ZodObject<typeof storageEnvironment>>;

/** A private S3 bucket of the platform. */
export type S3Config = {
  kind: 's3';
  bucket: string;
  /** Address of an S3-compatible server; AWS if undefined. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether addresses name the bucket in the path instead of the host. */
  forcePathStyle: boolean;
};
export type StorageConfig = { kind: 'local' } | S3Config;

/** Reports missing S3 settings, and settings that require S3. */
export function checkStorageEnvironment(values: Environment, context: z.RefinementCtx): void {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (values.STORAGE === 's3') {
    const required = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    for (const name of required) {
      if (!values[name]) refuse(name, 'must be set when STORAGE is s3');
    }
    if (!values.S3_ENDPOINT && !values.S3_REGION) {
      refuse('S3_REGION', 'must be set when STORAGE is s3 and there is no S3_ENDPOINT');
    }
  } else if (values.MEDIA_DELIVERY === 'redirect') {
    refuse('MEDIA_DELIVERY', 'can be "redirect" only when STORAGE is s3');
  }
  if (values.MEDIA_DELIVERY === 'redirect' && values.ENCRYPT_FILES) {
    refuse('MEDIA_DELIVERY', 'cannot be "redirect" with ENCRYPT_FILES: browsers cannot decrypt');
  }
}

/** Reads settings that passed {@link checkStorageEnvironment}. */
export function readStorageConfig(values: Environment): StorageConfig {
  if (values.STORAGE === 'local') return { kind: 'local' };
  return {
    kind: 's3',
    bucket: values.S3_BUCKET!,
    endpoint: values.S3_ENDPOINT,
    // Most S3 servers other than AWS have a single region with this name.
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID!,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  };
}

/** The origin of presigned links to the bucket. */
export function getBucketOrigin({ endpoint, bucket, region, forcePathStyle }: S3Config): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${protocol}//${forcePathStyle ? '' : `${bucket}.`}${host}`;
}
