import { z } from 'zod';
import { as, operations, type Actor } from '#src/platform/http/operation.ts';
import {
  checkSchema,
  DOCUMENT_LABELS,
  reasonSchema,
  revealedDocumentSchema,
  sessionLinkSchema,
  verificationSchema,
  type Verification,
} from '../verification.schema.ts';
import { deleteDocument, revealDocument, type DocumentServices } from './documents.ts';
import { startProviderCheck, type ProviderCheckServices } from './provider-checks/start-session.ts';
import {
  checkVerification,
  confirmVerification,
  endVerification,
  getVerification,
  rejectVerification,
  startVerification,
} from './verification.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const byDocument = byId.extend({ documentId: z.uuid() });

const EXAMPLE: Verification = {
  state: 'pending',
  isUnderage: false,
  provider: null,
  check: {
    method: 'manual',
    status: 'started',
    session: null,
    word: 'HARBOR 417',
    startedAt: '2026-11-20T18:30:00.000Z',
    checkedBy: null,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    documentId: null,
    facePictureId: null,
    expiresOn: null,
    id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
    isOwnCheck: false,
  },
  documents: [
    {
      id: '6a2f0c4e-9a1d-4b7c-8f21-3c5d7e9f1a20',
      kind: 'passport',
      country: 'FR',
      expiresOn: '2031-05-09',
      createdAt: '2026-11-20T18:32:00.000Z',
      isUsed: false,
    },
  ],
};

/** The documents of performers, and the checks of their identity. */
export function performerVerificationApi(services: DocumentServices & ProviderCheckServices) {
  const { db, verificationProvider } = services;
  const read = async (actor: Actor, performerId: string) => ({
    ...(await getVerification(db, actor, performerId)),
    provider: verificationProvider?.name ?? null,
  });
  const change = { params: byId, output: verificationSchema, example: EXAMPLE };
  return operations([
    backOffice.get(
      '/api/performers/{id}/verification',
      {
        ...change,
        id: 'getPerformerVerification',
        views: { entity: 'performers', label: () => 'Check of identity' },
        summary: 'Get the state, the newest check and the documents of a performer',
        errors: ['not-found'],
      },
      ({ actor, params }) => read(actor, params.id),
    ),
    backOffice.post(
      '/api/performers/{id}/verification',
      {
        ...change,
        id: 'startPerformerVerification',
        summary: 'Start a check by two people with a new word, unless a check is in progress',
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params }) => {
        await startVerification(db, actor, params.id);
        return read(actor, params.id);
      },
    ),
    backOffice.post(
      '/api/performers/{id}/verification/check',
      {
        ...change,
        id: 'checkPerformerVerification',
        summary: 'Record that you compared the ID document, the face and the word',
        needsConfirmation: true,
        body: checkSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params, body }) => {
        await checkVerification(db, actor, params.id, body);
        return read(actor, params.id);
      },
    ),
    backOffice.post(
      '/api/performers/{id}/verification/confirm',
      {
        ...change,
        id: 'confirmPerformerVerification',
        summary:
          'Confirm the check of another person, or what a provider read differently from the register',
        needsConfirmation: true,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params }) => {
        await confirmVerification(db, actor, params.id);
        return read(actor, params.id);
      },
    ),
    backOffice.post(
      '/api/performers/{id}/verification/reject',
      {
        ...change,
        id: 'rejectPerformerVerification',
        summary: 'Reject the check in progress with a reason',
        body: reasonSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params, body }) => {
        await rejectVerification(db, actor, params.id, body.reason);
        return read(actor, params.id);
      },
    ),
    backOffice.post(
      '/api/performers/{id}/verification/end',
      {
        ...change,
        id: 'endPerformerVerification',
        summary: 'End the check in progress without a result',
        errors: ['not-found', 'not-allowed-in-state'],
      },
      async ({ actor, params }) => {
        await endVerification(db, actor, params.id);
        return read(actor, params.id);
      },
    ),
    backOffice.post(
      '/api/performers/{id}/verification/session',
      {
        id: 'startProviderVerification',
        summary:
          'Start a check by the verification provider, or find the one in progress; returns the private address for the person',
        params: byId,
        output: sessionLinkSchema,
        errors: ['not-found', 'not-allowed-in-state', 'not-supported', 'provider-unavailable'],
        example: { url: 'https://alchemy.veriff.com/v/eyJhbGciOi…' },
      },
      async ({ actor, params }) => ({ url: await startProviderCheck(services, actor, params.id) }),
    ),
    backOffice.post(
      '/api/performers/{id}/documents/{documentId}/reveal',
      {
        id: 'revealPerformerDocument',
        summary: 'Get the picture and number of a document; the audit trail records the reason',
        needsConfirmation: true,
        params: byDocument,
        body: reasonSchema,
        output: revealedDocumentSchema,
        errors: ['not-found'],
        example: { number: '20AB12345', picture: 'UklGRg==' },
      },
      async ({ actor, params: { id: performerId, documentId }, body, context }) => {
        const found = await revealDocument(services, actor, { performerId, documentId });
        const { kind, ...revealed } = found;
        await context.var.recordAccess(actor, {
          action: 'exported',
          entity: 'performer_documents',
          entityId: documentId,
          label: DOCUMENT_LABELS[kind],
          after: { reason: body.reason, performer_id: performerId },
        });
        return revealed;
      },
    ),
    backOffice.delete(
      '/api/performers/{id}/documents/{documentId}',
      {
        id: 'deletePerformerDocument',
        needsConfirmation: true,
        summary: 'Delete a document that no check refers to',
        params: byDocument,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id: performerId, documentId } }) => {
        await deleteDocument(services, actor, { performerId, documentId });
        return {};
      },
    ),
  ]);
}
