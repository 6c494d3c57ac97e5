import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { readConfig, type Config } from './config.ts';
import type { KeyService } from './key-service.ts';

type Environment = Record<string, string | undefined>;

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

/** The variables of the key management service that has sealed the secrets. */
const kmsEnvironment = z
  .object({
    SECRET_KMS: z.literal('aws', 'must be "aws", or unset'),
    KMS_REGION: z
      .string('must be set when SECRET_KMS is aws')
      .regex(/^[\w-]+$/, 'must be a region'),
    KMS_ENDPOINT: optional(z.url({ protocol: /^https?$/, message: 'must be an http(s) address' })),
    KMS_ACCESS_KEY_ID: optional(z.string()),
    KMS_SECRET_ACCESS_KEY: optional(z.string()),
    SECRET: optional(z.string()),
    SECRET_FILE: optional(z.string()),
  })
  .refine(({ SECRET, SECRET_FILE }) => Boolean(SECRET) !== Boolean(SECRET_FILE), {
    path: ['SECRET_KMS'],
    message: 'needs sealed secrets in SECRET or in SECRET_FILE',
  })
  .refine((values) => Boolean(values.KMS_ACCESS_KEY_ID) === Boolean(values.KMS_SECRET_ACCESS_KEY), {
    path: ['KMS_ACCESS_KEY_ID'],
    message: 'must be set together with KMS_SECRET_ACCESS_KEY',
  });

/**
 * Reads the configuration as `readConfig` does. With `SECRET_KMS`, the listed secrets are sealed, and a
 * key management service opens them first.
 * @throws ConfigError naming every invalid variable
 */
export async function loadConfig(env: Environment, options?: { demo?: boolean }): Promise<Config> {
  if (!env.SECRET_KMS) return readConfig(env, options);
  const secrets = await openSecrets(env);
  return readConfig(
    { ...env, SECRET_KMS: '', SECRET_FILE: '', SECRET: secrets.join(',') },
    options,
  );
}

function refuse(lines: string[]): never {
  throw new ConfigError(lines);
}

async function openSecrets(env: Environment): Promise<string[]> {
  const parsed = kmsEnvironment.safeParse(env);
  if (!parsed.success) {
    refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
  const { SECRET, SECRET_FILE, ...kms } = parsed.data;
  const name = SECRET ? 'SECRET' : 'SECRET_FILE';
  const sealed = (SECRET ?? readSecretFile(SECRET_FILE!)).trim().split(/\s*[,\n]\s*/);
  const service = await openKeyService(kms);
  const opened: string[] = [];
  for (const [index, text] of sealed.entries()) {
    const fail = (reason: string) => refuse([`${name}, number ${index + 1}: ${reason}`]);
    if (!z.base64().min(1).safeParse(text).success) fail('must be sealed, as base64');
    const secret = await service
      .open(Buffer.from(text, 'base64'))
      .catch((error: Error) => fail(error.message));
    opened.push(secret.toString('utf8'));
  }
  return opened;
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse(['SECRET_FILE: must be a file that can be read']);
  }
}

/** The service of the configuration; its client is loaded only where it is used. */
async function openKeyService(
  values: Omit<z.output<typeof kmsEnvironment>, 'SECRET' | 'SECRET_FILE'>,
): Promise<KeyService> {
  const { createAwsKms } = await import('./aws-kms.ts');
  const { KMS_ACCESS_KEY_ID: accessKeyId, KMS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  return createAwsKms({
    region: values.KMS_REGION,
    endpoint: values.KMS_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  });
}
