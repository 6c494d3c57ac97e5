import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

/** Secrets with commas between, or in a file also one in each line, the newest first. */
export const secretList = z
  .string()
  .transform((list) => list.split(/[,\n]/).map((secret) => secret.trim()))
  .refine(
    (secrets): secrets is [string, ...string[]] => secrets.every((secret) => secret.length >= 32),
    'must be one or more secrets with commas between, each at least 32 characters long and without a comma of its own',
  );

/** The text of a file that the environment names. */
export function readTextFile(file: string, context: z.RefinementCtx): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a file that can be read' });
    return z.NEVER;
  }
}

/** The secret of an installation without SECRET: random, created once and stored, so that sessions survive a restart. */
export function readOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const secret = randomBytes(32).toString('hex');
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
  return secret;
}

/** The variables with the secrets of the product. */
export const secretEnvironment = {
  SECRET: optional(secretList),
  SECRET_FILE: optional(z.string().transform(readTextFile).pipe(secretList)),
  SECRET_KMS: optional(z.never('sealed secrets have to be opened first, by loadConfig')),
};

/** Reports secrets that are set twice. */
export function checkSecretEnvironment(
  { SECRET, SECRET_FILE }: z.output<z.ZodObject<typeof secretEnvironment>>,
  context: z.RefinementCtx,
): void {
  const path = ['SECRET_FILE'];
  const message = 'cannot be set together with SECRET';
  if (SECRET && SECRET_FILE) context.addIssue({ code: 'custom', path, message });
}
