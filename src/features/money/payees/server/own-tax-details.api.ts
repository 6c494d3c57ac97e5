import { as, operations } from '#src/platform/http/operation.ts';
import { ownTaxDetailsSchema, taxDetailsSchema } from '../tax-details.schema.ts';
import { withdrawProposal, type PayeeServices } from './payee-versions.ts';
import { OWN_TAX_EXAMPLE } from './tax-details.examples.ts';
import { getOwnTaxDetails, proposeTaxDetails, TAX } from './tax-details.ts';

const influencer = as('influencer');

/** An influencer's own tax details. */
export function ownTaxDetailsApi(services: PayeeServices) {
  return operations([
    influencer.get(
      '/api/my-tax-details',
      {
        id: 'getOwnTaxDetails',
        summary: 'Get your tax details, with the last characters of the number only',
        output: ownTaxDetailsSchema,
        example: OWN_TAX_EXAMPLE,
      },
      ({ actor }) => getOwnTaxDetails(services, actor),
    ),
    influencer.post(
      '/api/my-tax-details',
      {
        id: 'proposeOwnTaxDetails',
        needsConfirmation: true,
        summary: 'Certify your tax details, which the back office confirms',
        body: taxDetailsSchema,
        output: ownTaxDetailsSchema,
        example: OWN_TAX_EXAMPLE,
      },
      async ({ actor, body }) => {
        await proposeTaxDetails(services, actor, actor.userId, body);
        return getOwnTaxDetails(services, actor);
      },
    ),
    influencer.post(
      '/api/my-tax-details/withdraw',
      {
        id: 'withdrawOwnTaxDetails',
        summary: 'Withdraw your proposal of other tax details',
        output: ownTaxDetailsSchema,
        example: OWN_TAX_EXAMPLE,
      },
      async ({ actor }) => {
        await withdrawProposal(services.db, TAX, actor);
        return getOwnTaxDetails(services, actor);
      },
    ),
  ]);
}
