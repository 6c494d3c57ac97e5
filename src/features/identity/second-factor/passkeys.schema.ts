import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';

/** What authenticators sign for. */
export const PASSKEY_PURPOSES = ['add', 'sign-in', 'confirm'] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

/** A passkey of the signed-in user. */
export const passkeySchema = z.object({
  id: z.uuid(),
  /** Browser and system in which it was added. */
  name: z.string(),
  addedAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

/** A credential id has at most 1,023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(4000);
const credentialShape = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

/** A passkey that a browser can look for. */
const credentialSchema = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});
export type Credential = z.output<typeof credentialSchema>;

/** What a browser needs to create a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(credentialSchema),
});
export type CreationOptions = z.output<typeof creationOptionsSchema>;

/** What a browser returns for a created passkey (RegistrationResponseJSON). */
export const createdPasskeySchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type CreatedPasskey = z.output<typeof createdPasskeySchema>;

/** What a browser needs to use a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty if any passkey will do. */
  allowCredentials: z.array(credentialSchema),
});
export type RequestOptions = z.output<typeof requestOptionsSchema>;

/** What a browser returns for a used passkey (AuthenticationResponseJSON). */
export const usedPasskeySchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(100).optional(),
  }),
});
export type UsedPasskey = z.output<typeof usedPasskeySchema>;
