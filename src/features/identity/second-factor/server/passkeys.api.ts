import { z } from 'zod';
import { operations, signedIn } from '#src/platform/http/operation.ts';
import { createdPasskeySchema, creationOptionsSchema } from '../passkeys.schema.ts';
import { recoveryCodesSchema } from '../second-factor.schema.ts';
import { addPasskey, createPasskeyOptions, removePasskey } from './passkeys.ts';
import type { SecondFactorServices } from './second-factor.ts';

/** The passkeys of the signed-in user; getSecondFactor lists them. */
export function passkeysApi(services: SecondFactorServices) {
  return operations([
    signedIn.post(
      '/api/account/passkeys/options',
      {
        id: 'createPasskeyOptions',
        summary: 'Get what the browser needs to create a passkey',
        needsConfirmation: true,
        output: creationOptionsSchema,
        example: {
          challenge: 'hcDQ1cNHzwmsRkIbT8EnVXaBmTPjJJ9XBDTZ9jX0m2c',
          rp: { id: 'velvet-rope.example', name: 'Velvet Rope' },
          user: {
            id: 'ZmFiN2U4MTItNWJjOC00ZjA1LWI0YjktMGUwY2I4ZDQ5NDYx',
            name: 'mara@example.com',
            displayName: 'Mara Voss',
          },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          timeout: 300_000,
          attestation: 'none',
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          excludeCredentials: [],
        },
      },
      ({ actor }) => createPasskeyOptions(services, actor),
    ),
    signedIn.post(
      '/api/account/passkeys',
      {
        id: 'addPasskey',
        summary: 'Add the passkey that the browser created',
        needsConfirmation: true,
        body: createdPasskeySchema,
        output: recoveryCodesSchema,
        errors: ['invalid-passkey', 'not-allowed-in-state'],
        example: { recoveryCodes: [] },
      },
      async ({ actor, body: passkey, context }) => {
        const userAgent = context.req.header('user-agent');
        return { recoveryCodes: await addPasskey(services, actor, { passkey, userAgent }) };
      },
    ),
    signedIn.delete(
      '/api/account/passkeys/{id}',
      {
        id: 'removePasskey',
        summary: 'Remove a passkey; the last factor turns two-factor authentication off',
        needsConfirmation: true,
        params: z.object({ id: z.uuid() }),
        output: z.object({}),
        errors: ['not-found', 'last-second-factor'],
        example: {},
      },
      async ({ actor, params }) => {
        await removePasskey(services, actor, params.id);
        return {};
      },
    ),
  ]);
}
