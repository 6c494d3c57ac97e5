import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import { reasonSchema } from '../payee-versions.schema.ts';
import { accountNumberOf, maskedAccount } from '../payees.rules.ts';
import { bankDetailsSchema, payeeSchema, revealedSchema } from '../payees.schema.ts';
import { BANK } from './bank-details.ts';
import {
  confirmVersion,
  declineVersion,
  proposeVersion,
  revealVersion,
  type PayeeServices,
} from './payee-versions.ts';
import { PAYEE_EXAMPLE, REVEALED_EXAMPLE } from './payees.examples.ts';
import { getPayee } from './read-bank-details.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const byVersion = byId.extend({ versionId: z.uuid() });

/** The bank details of influencers for the back office. */
export function payeesApi(services: PayeeServices) {
  return operations([
    backOffice.get(
      '/api/influencers/{id}/bank-details',
      {
        id: 'getPayee',
        views: { entity: 'bank_details', label: () => 'Summary' },
        summary: 'Get the bank details of an influencer, with the last four digits only',
        params: byId,
        output: payeeSchema,
        errors: ['not-found'],
        example: PAYEE_EXAMPLE,
      },
      ({ actor, params }) => getPayee(services, actor, params.id),
    ),
    backOffice.post(
      '/api/influencers/{id}/bank-details',
      {
        id: 'proposeBankDetails',
        needsConfirmation: true,
        summary: 'Propose another account for the payouts of an influencer',
        params: byId,
        body: bankDetailsSchema,
        output: payeeSchema,
        errors: ['not-found'],
        example: PAYEE_EXAMPLE,
      },
      async ({ actor, params, body }) => {
        await proposeVersion(services, BANK, actor, params.id, body);
        return getPayee(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/influencers/{id}/bank-details/{versionId}/confirm',
      {
        id: 'confirmBankDetails',
        needsConfirmation: true,
        summary: 'Confirm bank details that somebody else proposed',
        params: byVersion,
        output: payeeSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: PAYEE_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId } }) => {
        await confirmVersion(services, BANK, actor, { influencerId, versionId });
        return getPayee(services, actor, influencerId);
      },
    ),
    backOffice.post(
      '/api/influencers/{id}/bank-details/{versionId}/decline',
      {
        id: 'declineBankDetails',
        summary: 'Decline proposed bank details with a reason that the influencer receives',
        params: byVersion,
        body: reasonSchema,
        output: payeeSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: PAYEE_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId }, body: { reason } }) => {
        await declineVersion(services, BANK, actor, { influencerId, versionId, reason });
        return getPayee(services, actor, influencerId);
      },
    ),
    as('admin').post(
      '/api/influencers/{id}/bank-details/{versionId}/reveal',
      {
        id: 'revealBankDetails',
        needsConfirmation: true,
        summary: 'Get the full numbers of bank details; the audit trail records the reason',
        params: byVersion,
        body: reasonSchema,
        output: revealedSchema,
        errors: ['not-found'],
        example: REVEALED_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId }, body: { reason }, context }) => {
        const details = await revealVersion(services, BANK, { influencerId, versionId });
        const number = accountNumberOf(details);
        await context.var.recordAccess(actor, {
          action: 'exported',
          entity: 'bank_details',
          entityId: versionId,
          label: `${details.holderName}, ${maskedAccount({ kind: details.kind, lastFour: number.slice(-4) })}`,
          after: { reason },
        });
        return { number, bank: details.kind === 'iban' ? details.bic : details.routingNumber };
      },
    ),
  ]);
}
