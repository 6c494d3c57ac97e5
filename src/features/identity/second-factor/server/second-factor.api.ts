import { z } from 'zod';
import { operations, signedIn } from '#src/platform/http/operation.ts';
import {
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
  turnOnSchema,
} from '../second-factor.schema.ts';
import {
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
  type SecondFactorServices,
} from './second-factor.ts';

const EXAMPLE_CODES = {
  recoveryCodes: ['K3QF-7ZLA-PX2M-WU5D-LC7N-AV2T', 'HT6B-2RCV-NYE4-JOSG-Q5XD-ZK3M'],
};

/** The second factor of the signed-in user: an authenticator app and recovery codes. */
export function secondFactorApi(services: SecondFactorServices) {
  return operations([
    signedIn.get(
      '/api/account/second-factor',
      {
        id: 'getSecondFactor',
        summary: 'Get your two-factor authentication with your passkeys',
        output: secondFactorSchema,
        example: {
          turnedOnAt: '2026-11-20T18:30:00.000Z',
          isRequired: true,
          recoveryCodesLeft: 9,
          hasApp: true,
          passkeys: [
            {
              id: '3f0b8c52-6f0e-4d5c-8a53-0d4c1f7b9e21',
              name: 'Safari on iOS',
              addedAt: '2026-11-21T08:15:00.000Z',
              lastUsedAt: null,
            },
          ],
        },
      },
      ({ actor }) => getSecondFactor(services, actor),
    ),
    signedIn.post(
      '/api/account/second-factor/setup',
      {
        id: 'setUpSecondFactor',
        summary: 'Create the secret for your authenticator app',
        needsConfirmation: true,
        output: secondFactorSetupSchema,
        errors: ['not-allowed-in-state'],
        example: {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          address: 'otpauth://totp/Velvet%20Rope:mara@example.com?issuer=Velvet%20Rope&secret=…',
        },
      },
      ({ actor }) => setUpSecondFactor(services, actor),
    ),
    signedIn.post(
      '/api/account/second-factor/turn-on',
      {
        id: 'turnOnSecondFactor',
        summary: 'Add your authenticator app with its first code',
        needsConfirmation: true,
        body: turnOnSchema,
        output: recoveryCodesSchema,
        errors: ['invalid-code', 'not-allowed-in-state'],
        example: EXAMPLE_CODES,
      },
      async ({ actor, body }) => ({
        recoveryCodes: await turnOnSecondFactor(services, actor, body.code),
      }),
    ),
    signedIn.post(
      '/api/account/second-factor/recovery-codes',
      {
        id: 'renewRecoveryCodes',
        summary: 'Replace your recovery codes',
        needsConfirmation: true,
        output: recoveryCodesSchema,
        errors: ['not-allowed-in-state'],
        example: EXAMPLE_CODES,
      },
      async ({ actor }) => ({ recoveryCodes: await renewRecoveryCodes(services, actor) }),
    ),
    signedIn.delete(
      '/api/account/second-factor',
      {
        id: 'turnOffSecondFactor',
        summary: 'Turn off two-factor authentication: remove the app, passkeys and recovery codes',
        needsConfirmation: true,
        output: z.object({}),
        example: {},
      },
      async ({ actor }) => {
        await turnOffSecondFactor(services, actor);
        return {};
      },
    ),
  ]);
}
