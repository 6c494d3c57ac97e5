import type { Pool } from 'pg';
import { z } from 'zod';
import { requireInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { listPageSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { newNoteSchema, noteSchema } from '../notes.schema.ts';
import { addNote, deleteNote, listNotes } from './notes.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });
const id = '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11';

/** The back office's notes about influencers, which influencers cannot see. */
export function notesApi(services: { db: Db; pool: Pool }) {
  return operations([
    backOffice.get(
      '/api/influencers/{id}/notes',
      {
        id: 'listInfluencerNotes',
        views: { entity: 'profiles', label: () => 'Notes' },
        summary: 'List the notes about an influencer, newest first',
        params,
        query: z.object({ after: z.string().max(600).optional() }),
        output: listPageSchema(noteSchema),
        errors: ['not-found'],
        example: {
          rows: [
            {
              id,
              note: 'Prefers to be called in the evening.',
              author: 'Odile Marchetti',
              createdAt: '2026-11-20T18:30:00.000Z',
            },
          ],
          total: 1,
          previous: null,
          next: null,
        },
      },
      ({ actor, params: at, query }) =>
        listNotes(services, actor, requireInfluencer, { ...at, ...query }),
    ),
    backOffice.post(
      '/api/influencers/{id}/notes',
      {
        id: 'addInfluencerNote',
        summary: 'Add a note; repeating the request with the same id adds it once',
        params,
        body: newNoteSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['not-found', 'conflict'],
        example: { id },
      },
      ({ actor, params: at, body }) =>
        addNote(services.db, actor, requireInfluencer, { ...body, personId: at.id }),
    ),
    backOffice.delete(
      '/api/influencers/{id}/notes/{noteId}',
      {
        id: 'deleteInfluencerNote',
        summary: 'Delete a note',
        params: params.extend({ noteId: z.uuid() }),
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params: at }) => {
        await deleteNote(services.db, actor, requireInfluencer, at);
        return {};
      },
    ),
  ]);
}
