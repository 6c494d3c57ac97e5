import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  appointmentSchema,
  escalationListSchema,
  escalationRowSchema,
  escalationSchema,
  extensionSchema,
  newEscalationSchema,
  OFFICER_ROLES,
  officersSchema,
  openingSchema,
  packageSchema,
  submissionSchema,
  type Escalation,
  type EscalationRow,
  type Officers,
} from '../escalations.schema.ts';
import { createEscalation, type EscalationServices } from './create-escalation.ts';
import { createPackage } from './escalation-package.ts';
import {
  extendPreservation,
  listEscalations,
  openEscalation,
  recordSubmission,
} from './escalation-record.ts';
import { appointOfficer, listOfficers } from './officers.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });

const OFFICERS: Officers = {
  officers: [
    {
      role: 'officer',
      user: { id: '5e0f9d53-21b7-4c15-93f0-0a8d8f6f2b31', name: 'Aurelia Stonebridge' },
      appointedAt: '2026-11-01T09:00:00.000Z',
    },
  ],
  admins: [{ id: '5e0f9d53-21b7-4c15-93f0-0a8d8f6f2b31', name: 'Aurelia Stonebridge' }],
};
const ROW: EscalationRow = {
  id: '6f1e2d3c-8f40-4d0b-9a3e-1b6c7d8e9f01',
  reference: 'ES-6F1E2D3C',
  complaintId: '0c2f8b1e-5f7a-4a53-9c55-8a7d0c3f2e11',
  createdAt: '2026-11-20T09:00:00.000Z',
  files: 1,
  submittedAt: null,
  authority: null,
  authorityReference: null,
  preservedUntil: '2027-11-20T09:00:00.000Z',
  erasedAt: null,
};
const EXAMPLE: Escalation = {
  ...ROW,
  facts: null,
  evidence: [{ name: 'evening.jpg', source: 'post', bytes: 184_220, sha256: '9f86d081…' }],
  custody: [
    {
      number: 1,
      event: 'created',
      text: 'Manifest SHA-256 2c26b46b…',
      actor: 'Aurelia Stonebridge <admin@example.com>',
      at: '2026-11-20T09:00:00.000Z',
      hash: '60303ae2…',
    },
  ],
  isChainIntact: true,
};
const change = {
  needsConfirmation: true,
  params: byId,
  output: escalationSchema,
  example: EXAMPLE,
} as const;

/**
 * The preservation of content for the authorities. Only the two child safety officers get anything: for
 * other admins, escalations do not exist.
 */
export function escalationsApi(services: EscalationServices) {
  const { db } = services;
  return operations([
    admin.get(
      '/api/child-safety-officers',
      {
        id: 'listChildSafetyOfficers',
        summary: 'List the two people who may see and create escalations',
        output: officersSchema,
        example: OFFICERS,
      },
      () => listOfficers(db),
    ),
    admin.put(
      '/api/child-safety-officers/{role}',
      {
        id: 'appointChildSafetyOfficer',
        summary: 'Appoint an admin, or dismiss whoever has the role; admins appoint each other',
        needsConfirmation: true,
        params: z.object({ role: z.enum(OFFICER_ROLES) }),
        body: appointmentSchema,
        output: officersSchema,
        example: OFFICERS,
      },
      async ({ actor, params, body }) => {
        await appointOfficer(db, actor, { ...params, ...body });
        return listOfficers(db);
      },
    ),
    admin.get(
      '/api/escalations',
      {
        id: 'listEscalations',
        summary: 'List the newest escalations without their content; nothing for other admins',
        output: escalationListSchema,
        example: { isOfficer: true, escalations: [ROW], hasMore: false },
      },
      ({ actor }) => listEscalations(db, actor),
    ),
    admin.post(
      '/api/escalations',
      {
        id: 'createEscalation',
        summary:
          'Preserve the files and facts of a complaint about a minor; repeating it changes nothing',
        needsConfirmation: true,
        body: newEscalationSchema,
        output: escalationRowSchema.pick({ id: true }),
        errors: ['not-found', 'not-allowed-in-state'],
        example: { id: ROW.id },
      },
      async ({ actor, body }) => ({
        id: await createEscalation(services, actor, body.complaintId),
      }),
    ),
    admin.post(
      '/api/escalations/{id}/open',
      {
        ...change,
        id: 'openEscalation',
        summary: 'Get the facts and the chain of custody, which records the reason',
        body: openingSchema,
        errors: ['not-found'],
      },
      ({ actor, params, body }) => openEscalation(services, actor, { ...params, ...body }),
    ),
    admin.post(
      '/api/escalations/{id}/package',
      {
        id: 'createEscalationPackage',
        summary:
          'Get files, facts, manifest and chain of custody as a ZIP archive that a password encrypts',
        params: byId,
        body: packageSchema,
        output: z.string(),
        produces: 'application/zip',
        errors: ['not-found', 'not-allowed-in-state'],
        example: 'PK…',
      },
      ({ actor, params, body }) => createPackage(services, actor, { ...params, ...body }),
    ),
    admin.post(
      '/api/escalations/{id}/submission',
      {
        ...change,
        id: 'recordEscalationSubmission',
        summary: 'Record the report to the authority with its reference, once',
        body: submissionSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      ({ actor, params, body }) => recordSubmission(services, actor, { ...params, ...body }),
    ),
    admin.post(
      '/api/escalations/{id}/preservation',
      {
        ...change,
        id: 'extendPreservation',
        summary: 'Preserve the content of an escalation for longer',
        body: extensionSchema,
        errors: ['not-found', 'not-allowed-in-state'],
      },
      ({ actor, params, body }) => extendPreservation(services, actor, { ...params, ...body }),
    ),
  ]);
}
