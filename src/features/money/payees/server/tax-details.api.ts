import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import { reasonSchema } from '../payee-versions.schema.ts';
import { FORM_LABELS } from '../tax-details.rules.ts';
import {
  payeeTaxDetailsSchema,
  revealedTaxDetailsSchema,
  taxDetailsSchema,
} from '../tax-details.schema.ts';
import { confirmVersion, declineVersion, type PayeeServices } from './payee-versions.ts';
import { REVEALED_TAX_EXAMPLE, TAX_EXAMPLE } from './tax-details.examples.ts';
import { getPayeeTaxDetails, proposeTaxDetails, revealTaxDetails, TAX } from './tax-details.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const byVersion = byId.extend({ versionId: z.uuid() });

/** The tax details of influencers for the back office. */
export function taxDetailsApi(services: PayeeServices) {
  return operations([
    backOffice.get(
      '/api/influencers/{id}/tax-details',
      {
        id: 'getPayeeTaxDetails',
        views: { entity: 'tax_details', label: () => 'Summary' },
        summary:
          'Get the tax details of an influencer, with the last characters of the number only',
        params: byId,
        output: payeeTaxDetailsSchema,
        errors: ['not-found'],
        example: TAX_EXAMPLE,
      },
      ({ actor, params }) => getPayeeTaxDetails(services, actor, params.id),
    ),
    backOffice.post(
      '/api/influencers/{id}/tax-details',
      {
        id: 'proposeTaxDetails',
        needsConfirmation: true,
        summary: 'Propose tax details of an influencer, such as those of a signed form',
        params: byId,
        body: taxDetailsSchema,
        output: payeeTaxDetailsSchema,
        errors: ['not-found'],
        example: TAX_EXAMPLE,
      },
      async ({ actor, params, body }) => {
        await proposeTaxDetails(services, actor, params.id, body);
        return getPayeeTaxDetails(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/influencers/{id}/tax-details/{versionId}/confirm',
      {
        id: 'confirmTaxDetails',
        needsConfirmation: true,
        summary: 'Confirm tax details that somebody else proposed',
        params: byVersion,
        output: payeeTaxDetailsSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: TAX_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId } }) => {
        await confirmVersion(services, TAX, actor, { influencerId, versionId });
        return getPayeeTaxDetails(services, actor, influencerId);
      },
    ),
    backOffice.post(
      '/api/influencers/{id}/tax-details/{versionId}/decline',
      {
        id: 'declineTaxDetails',
        summary: 'Decline proposed tax details with a reason that the influencer receives',
        params: byVersion,
        body: reasonSchema,
        output: payeeTaxDetailsSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: TAX_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId }, body: { reason } }) => {
        await declineVersion(services, TAX, actor, { influencerId, versionId, reason });
        return getPayeeTaxDetails(services, actor, influencerId);
      },
    ),
    as('admin').post(
      '/api/influencers/{id}/tax-details/{versionId}/reveal',
      {
        id: 'revealTaxDetails',
        needsConfirmation: true,
        summary: 'Get tax details in full; the audit trail records the reason',
        params: byVersion,
        body: reasonSchema,
        output: revealedTaxDetailsSchema,
        errors: ['not-found'],
        example: REVEALED_TAX_EXAMPLE,
      },
      async ({ actor, params: { id: influencerId, versionId }, body: { reason }, context }) => {
        const details = await revealTaxDetails(services, { influencerId, versionId });
        await context.var.recordAccess(actor, {
          action: 'exported',
          entity: 'tax_details',
          entityId: versionId,
          label: `${details.legalName}, ${FORM_LABELS[details.form]}`,
          after: { reason },
        });
        return details;
      },
    ),
  ]);
}
