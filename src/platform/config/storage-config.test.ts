import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'velvet-rope-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const S3 = {
  STORAGE: 's3',
  S3_BUCKET: 'velvet-rope',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'an-id',
  S3_SECRET_ACCESS_KEY: 'a-secret',
};
const read = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env });

test('by default files are on the local disk and the product streams videos', () => {
  expect(read({})).toMatchObject({ storage: { kind: 'local' }, mediaDelivery: 'stream' });
});

test.each([
  [{ ...S3, STORAGE: 'tape' }, /STORAGE: /],
  [{ ...S3, S3_BUCKET: '' }, /S3_BUCKET: must be set when STORAGE is s3/],
  [{ ...S3, S3_BUCKET: 'Velvet Rope' }, /S3_BUCKET: must be the name of a bucket/],
  [{ ...S3, S3_ACCESS_KEY_ID: '' }, /S3_ACCESS_KEY_ID: must be set when STORAGE is s3/],
  [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, /S3_SECRET_ACCESS_KEY: must be set when STORAGE is s3/],
  [{ ...S3, S3_REGION: '' }, /S3_REGION: must be set .* no S3_ENDPOINT/],
  [{ ...S3, S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT: must be an http\(s\) address/],
  [{ ...S3, S3_FORCE_PATH_STYLE: 'perhaps' }, /S3_FORCE_PATH_STYLE: /],
  [{ ...S3, MEDIA_DELIVERY: 'pigeon' }, /MEDIA_DELIVERY: /],
  [{ MEDIA_DELIVERY: 'redirect' }, /MEDIA_DELIVERY: can be "redirect" only when STORAGE is s3/],
])(
  'an invalid storage configuration prevents the start and is named in the error: %o',
  (env, message) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(message);
    expect(() => read(env)).not.toThrow(/a-secret/);
  },
);

test('the error names all missing storage settings at once', () => {
  expect(() => read({ STORAGE: 's3' })).toThrow(
    /S3_BUCKET[^]*S3_ACCESS_KEY_ID[^]*S3_SECRET_ACCESS_KEY[^]*S3_REGION/,
  );
});

test('other S3 servers get path-style addresses and the default region, AWS gets the bucket in the host', () => {
  const own = { ...S3, S3_REGION: '', S3_ENDPOINT: 'http://minio:9000' };
  expect(read(own).storage).toEqual({
    kind: 's3',
    bucket: 'velvet-rope',
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    accessKeyId: 'an-id',
    secretAccessKey: 'a-secret',
    forcePathStyle: true,
  });
  expect(read(S3).storage).toMatchObject({ region: 'eu-central-1', forcePathStyle: false });
  expect(read({ ...own, S3_FORCE_PATH_STYLE: 'false' }).storage).toMatchObject({
    forcePathStyle: false,
  });
});
