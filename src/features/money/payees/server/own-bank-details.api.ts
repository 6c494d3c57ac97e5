import { as, operations } from '#src/platform/http/operation.ts';
import { bankDetailsSchema, ownBankDetailsSchema } from '../payees.schema.ts';
import { BANK } from './bank-details.ts';
import { proposeVersion, withdrawProposal, type PayeeServices } from './payee-versions.ts';
import { OWN_EXAMPLE } from './payees.examples.ts';
import { getOwnBankDetails } from './read-bank-details.ts';

const influencer = as('influencer');

/** An influencer's own bank details. */
export function ownBankDetailsApi(services: PayeeServices) {
  return operations([
    influencer.get(
      '/api/my-bank-details',
      {
        id: 'getOwnBankDetails',
        summary: 'Get the account that your payouts go to, with the last four digits only',
        output: ownBankDetailsSchema,
        example: OWN_EXAMPLE,
      },
      ({ actor }) => getOwnBankDetails(services, actor),
    ),
    influencer.post(
      '/api/my-bank-details',
      {
        id: 'proposeOwnBankDetails',
        needsConfirmation: true,
        summary: 'Propose another account for your payouts, which the back office confirms',
        body: bankDetailsSchema,
        output: ownBankDetailsSchema,
        example: OWN_EXAMPLE,
      },
      async ({ actor, body }) => {
        await proposeVersion(services, BANK, actor, actor.userId, body);
        return getOwnBankDetails(services, actor);
      },
    ),
    influencer.post(
      '/api/my-bank-details/withdraw',
      {
        id: 'withdrawOwnBankDetails',
        summary: 'Withdraw your proposal of another account',
        output: ownBankDetailsSchema,
        example: OWN_EXAMPLE,
      },
      async ({ actor }) => {
        await withdrawProposal(services.db, BANK, actor);
        return getOwnBankDetails(services, actor);
      },
    ),
  ]);
}
