import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestApp, TestUser } from '#test/harness.ts';
import type {
  CreatedPasskey,
  CreationOptions,
  RequestOptions,
  UsedPasskey,
} from '../passkeys.schema.ts';

/** What a dishonest or foreign browser or authenticator does differently. */
type Deviation = {
  origin?: string;
  rpId?: string;
  /** The count of uses; increases by itself. */
  counter?: number;
  isUserVerified?: boolean;
  /** Signed in place of that of the options. */
  challenge?: string;
  userHandle?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** The authenticator and the browser of a user, with a passkey for ES256 (WebAuthn, without attestation). */
export function createAuthenticator(app: TestApp) {
  const credentialId = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = credentialId.toString('base64url');
  let uses = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, { origin = app.config.publicUrl }) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    rpId: string,
    { isUserVerified = true, counter = ++uses }: Deviation,
    credential = Buffer.alloc(0),
  ) => {
    const flags =
      PRESENT + (isUserVerified ? VERIFIED : 0) + (credential.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4), credential]);
  };

  return {
    /** Creates the passkey. */
    create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}): CreatedPasskey {
      userHandle = user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      );
      const credential = Buffer.concat([
        Buffer.alloc(16),
        uint(credentialId.length, 2),
        credentialId,
        key,
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', authenticatorData(deviation.rpId ?? rp.id, deviation, credential)],
      ]);
      const client = clientData('webauthn.create', deviation.challenge ?? challenge, deviation);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Uses the passkey. */
    use({ challenge, rpId }: RequestOptions, deviation: Deviation = {}): UsedPasskey {
      const data = authenticatorData(deviation.rpId ?? rpId, deviation);
      const client = clientData('webauthn.get', deviation.challenge ?? challenge, deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

const ADDRESS = '/api/account/passkeys';

/** Adds a passkey as users do. @returns its authenticator, and the answer of the API */
export async function addPasskey(app: TestApp, user: TestUser, deviation?: Deviation) {
  const authenticator = createAuthenticator(app);
  const options = await app.call('POST', `${ADDRESS}/options`, { user });
  const body = authenticator.create(options.json, deviation);
  const answer = await app.call('POST', ADDRESS, { user, body });
  return { authenticator, ...answer };
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(
  app: TestApp,
  authenticator: Authenticator,
  deviation?: Deviation,
) {
  const options = await app.call('POST', '/api/auth/passkey/options');
  const body = authenticator.use(options.json, deviation);
  return app.call('POST', '/api/auth/passkey', { body });
}
