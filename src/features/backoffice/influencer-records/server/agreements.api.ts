import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { newAgreementSchema } from '../agreements.schema.ts';
import { addAgreement, deleteAgreement } from './agreements.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });
const done = z.object({});

/** The agreements with influencers; their page lists them. */
export function agreementsApi({ db }: { db: Db }) {
  return operations([
    backOffice.post(
      '/api/influencers/{id}/agreements',
      {
        id: 'addAgreement',
        summary: 'Add an agreement; repeating the request with the same id adds it once',
        params,
        body: newAgreementSchema,
        output: done,
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ actor, params: { id }, body }) => {
        await addAgreement(db, actor, { ...body, influencerId: id });
        return {};
      },
    ),
    backOffice.delete(
      '/api/influencers/{id}/agreements/{agreementId}',
      {
        id: 'deleteAgreement',
        summary: 'Delete an agreement',
        params: params.extend({ agreementId: z.uuid() }),
        output: done,
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: at }) => {
        await deleteAgreement(db, actor, at);
        return {};
      },
    ),
  ]);
}
