import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  agreementVersionSchema,
  agreementVersionsSchema,
  draftChangeSchema,
  newDraftSchema,
  publicationSchema,
  type AgreementVersionRow,
} from '../agreements.schema.ts';
import {
  addDraft,
  changeDraft,
  deleteDraft,
  getAgreementVersion,
  listAgreementVersions,
  publishDraft,
} from './agreement-versions.ts';
import { VERSION_EXAMPLE } from './agreements.examples.ts';

const backOffice = as('admin', 'staff');
const admin = as('admin');
const byId = z.object({ id: z.uuid() });

const { text: _text, ...ROW } = VERSION_EXAMPLE satisfies AgreementVersionRow;
const DRAFT = {
  ...VERSION_EXAMPLE,
  publishedAt: null,
  publishedBy: null,
  signBy: null,
  signatures: 0,
  isCurrent: false,
};

/** The templates of agreements and their versions. */
export function agreementVersionsApi({ db }: { db: Db }) {
  return operations([
    backOffice.get(
      '/api/agreement-versions',
      {
        id: 'listAgreementVersions',
        summary: 'List the versions of all templates, the newest of each kind first',
        output: agreementVersionsSchema,
        example: { versions: [ROW] },
      },
      async () => ({ versions: await listAgreementVersions(db) }),
    ),
    backOffice.get(
      '/api/agreement-versions/{id}',
      {
        id: 'getAgreementVersion',
        summary: 'Get a version of a template with its text',
        params: byId,
        output: agreementVersionSchema,
        errors: ['not-found'],
        example: VERSION_EXAMPLE,
      },
      ({ params }) => getAgreementVersion(db, params.id),
    ),
    admin.post(
      '/api/agreement-versions',
      {
        id: 'addAgreementDraft',
        summary: 'Add the draft of the next version of a template',
        body: newDraftSchema,
        output: agreementVersionSchema,
        errors: ['conflict'],
        example: DRAFT,
      },
      async ({ actor, body }) => getAgreementVersion(db, await addDraft(db, actor, body)),
    ),
    admin.patch(
      '/api/agreement-versions/{id}',
      {
        id: 'changeAgreementDraft',
        summary: 'Change the text of a draft',
        params: byId,
        body: draftChangeSchema,
        output: agreementVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: DRAFT,
      },
      async ({ params, body }) => {
        await changeDraft(db, params.id, body);
        return getAgreementVersion(db, params.id);
      },
    ),
    admin.delete(
      '/api/agreement-versions/{id}',
      {
        id: 'deleteAgreementDraft',
        summary: 'Delete a draft',
        params: byId,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ params }) => {
        await deleteDraft(db, params.id);
        return {};
      },
    ),
    admin.post(
      '/api/agreement-versions/{id}/publish',
      {
        id: 'publishAgreementDraft',
        summary: 'Publish a draft for good, and say until when earlier signatures count',
        needsConfirmation: true,
        params: byId,
        body: publicationSchema,
        output: agreementVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: VERSION_EXAMPLE,
      },
      async ({ actor, params, body }) => {
        await publishDraft(db, actor, params.id, body);
        return getAgreementVersion(db, params.id);
      },
    ),
  ]);
}
