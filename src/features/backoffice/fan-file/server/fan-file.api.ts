import type { Pool } from 'pg';
import { z } from 'zod';
import {
  newNoteSchema,
  noteSchema,
} from '#src/features/backoffice/influencer-records/notes.schema.ts';
import {
  addNote,
  deleteNote,
  listNotes,
} from '#src/features/backoffice/influencer-records/server/notes.ts';
import {
  liftBlockSchema,
  purchaseBlockSchema,
} from '#src/features/money/disputes/disputes.schema.ts';
import {
  liftPurchaseBlocks,
  listPurchaseBlocks,
} from '#src/features/money/disputes/server/purchase-blocks.ts';
import { ageVerificationSchema } from '#src/features/trust/age-checks/age-checks.schema.ts';
import {
  AGE_VERIFICATION_EXAMPLE,
  findFanAge,
  revokeFanAge,
} from '#src/features/trust/age-checks/server/fan-age.ts';
import { listPageSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { fanSchema, timelineQuerySchema, timelineSchema } from '../fan-file.schema.ts';
import {
  BLOCK_EXAMPLE,
  FAN_EXAMPLE,
  NOTES_EXAMPLE,
  TIMELINE_EXAMPLE,
} from './fan-file.examples.ts';
import { listTimeline } from './fan-timeline.ts';
import { getFan, requireFan } from './fan.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });

/** What the back office knows about a fan, and its notes. */
export function fanFileApi(services: { db: Db; pool: Pool }) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/fans/{id}',
      {
        id: 'getFan',
        views: { entity: 'profiles', label: ({ fullName, email }) => fullName || email },
        summary: 'Get a fan with the figures of payments, subscriptions and activity',
        params,
        output: fanSchema,
        errors: ['not-found'],
        example: FAN_EXAMPLE,
      },
      ({ actor, params: { id } }) => getFan(pool, actor, id),
    ),
    backOffice.get(
      '/api/fans/{id}/timeline',
      {
        id: 'listFanTimeline',
        views: { entity: 'profiles', label: () => 'Timeline' },
        summary:
          'List what happened with a fan, newest first, of one kind or of all but posts seen',
        params,
        query: timelineQuerySchema,
        output: timelineSchema,
        errors: ['not-found'],
        example: TIMELINE_EXAMPLE,
      },
      ({ actor, params: { id }, query }) => listTimeline(services, actor, id, query),
    ),
    backOffice.get(
      '/api/fans/{id}/purchase-blocks',
      {
        id: 'listPurchaseBlocks',
        views: { entity: 'profiles', label: () => 'Purchase blocks' },
        summary:
          'List the blocks that prevent a fan from buying, and the lifted ones, newest first',
        params,
        output: z.object({ blocks: z.array(purchaseBlockSchema) }),
        errors: ['not-found'],
        example: { blocks: [BLOCK_EXAMPLE] },
      },
      async ({ actor, params: { id } }) => {
        await requireFan(db, actor, id);
        return { blocks: await listPurchaseBlocks(db, actor, id) };
      },
    ),
    backOffice.post(
      '/api/fans/{id}/purchase-blocks/lift',
      {
        id: 'liftPurchaseBlocks',
        summary: 'Let a fan buy again who disputed a payment',
        params,
        body: liftBlockSchema,
        output: z.object({}),
        errors: ['not-found', 'forbidden', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params: { id }, body: { reason } }) => {
        await requireFan(db, actor, id);
        await liftPurchaseBlocks(db, actor, id, reason);
        return {};
      },
    ),
    backOffice.get(
      '/api/fans/{id}/age-verification',
      {
        id: 'getFanAgeVerification',
        views: { entity: 'profiles', label: () => 'Verification of age' },
        summary: 'Get the newest verification of a fan’s age; null without one',
        params,
        output: z.object({ verification: ageVerificationSchema.nullable() }),
        errors: ['not-found'],
        example: { verification: AGE_VERIFICATION_EXAMPLE },
      },
      async ({ actor, params: { id } }) => {
        await requireFan(db, actor, id);
        return { verification: await findFanAge(db, id) };
      },
    ),
    as('admin').post(
      '/api/fans/{id}/age-verification/revoke',
      {
        id: 'revokeFanAgeVerification',
        needsConfirmation: true,
        summary: 'End the verifications of a fan’s age, so that another one is needed',
        params,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: { id } }) => {
        await requireFan(db, actor, id);
        await revokeFanAge(db, id);
        return {};
      },
    ),
    backOffice.get(
      '/api/fans/{id}/notes',
      {
        id: 'listFanNotes',
        views: { entity: 'profiles', label: () => 'Notes' },
        summary: 'List the notes about a fan, newest first',
        params,
        query: z.object({ after: z.string().max(600).optional() }),
        output: listPageSchema(noteSchema),
        errors: ['not-found'],
        example: NOTES_EXAMPLE,
      },
      ({ actor, params: at, query }) => listNotes(services, actor, requireFan, { ...at, ...query }),
    ),
    backOffice.post(
      '/api/fans/{id}/notes',
      {
        id: 'addFanNote',
        summary: 'Add a note; repeating the request with the same id adds it once',
        params,
        body: newNoteSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['not-found', 'conflict'],
        example: { id: NOTES_EXAMPLE.rows[0]!.id },
      },
      ({ actor, params: { id }, body }) =>
        addNote(db, actor, requireFan, { ...body, personId: id }),
    ),
    backOffice.delete(
      '/api/fans/{id}/notes/{noteId}',
      {
        id: 'deleteFanNote',
        summary: 'Delete a note',
        params: params.extend({ noteId: z.uuid() }),
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: at }) => {
        await deleteNote(db, actor, requireFan, at);
        return {};
      },
    ),
  ]);
}
