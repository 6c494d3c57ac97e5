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
        summary: 'Get whether your two-factor authentication is on',
        output: secondFactorSchema,
        example: {
          turnedOnAt: '2026-11-20T18:30:00.000Z',
          isRequired: true,
          recoveryCodesLeft: 9,
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
        summary: 'Turn on two-factor authentication with the first code of your app',
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
        summary: 'Turn off two-factor authentication',
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
