import { randomBytes, randomUUID } from 'node:crypto';
import {
  blockedFiles,
  heldFiles,
} from '#src/features/content/blocked-files/server/blocked-files.table.ts';
import { createUploadedFile, publish } from '../posts.ts';
import { type CallContext, idOf, onPageImages, TOMORROW } from './calls.ts';
import { type BackOfficeChange, bulk, withBody } from './change.ts';
import { onPost } from './post-calls.ts';

const postFields = { caption: 'Evening', category: 'Cosplay', aiUse: 'none' } as const;
const postBody = async ({ app, user, influencer }: CallContext) => ({
  ...postFields,
  influencerId: idOf(influencer),
  mediaIds: [await createUploadedFile(app, user, { state: 'ready' })],
});

const ofPlatform = { by: 'admin', unrelated: 'concerns the whole platform' } as const;
const randomHash = () => randomBytes(32).toString('hex');

export const contentChanges: Record<string, BackOfficeChange> = {
  'POST /api/posts': { make: async (context) => ({ body: await postBody(context) }) },
  'POST /api/posts/drafts': { make: async (context) => ({ body: await postBody(context) }) },
  'POST /api/posts/plan': {
    async make(context) {
      const { mediaIds, ...body } = await postBody(context);
      const plan = { timeZone: 'UTC', isScheduled: true };
      const post = { caption: body.caption, mediaId: mediaIds[0], at: TOMORROW.toISOString() };
      return { body: { ...body, ...plan, posts: [post] } };
    },
  },
  'POST /api/posts/{id}/move': {
    make: async (context) =>
      withBody(await onPost(context, { publishAt: TOMORROW }), {
        at: new Date(TOMORROW.getTime() + 86_400_000).toISOString(),
        timeZone: 'Europe/Berlin',
      }),
  },
  'PUT /api/posts/{id}/draft': {
    make: async (context) => withBody(await onPost(context), await postBody(context)),
  },
  'POST /api/posts/{id}/publish': {
    make: async (context) => withBody(await onPost(context), await postBody(context)),
  },
  'POST /api/posts/{id}/unschedule': {
    make: (context) => onPost(context, { publishAt: TOMORROW }),
  },
  'PATCH /api/posts/{id}': {
    make: async (context) => withBody(await onPost(context, { publishAt: TOMORROW }), postFields),
  },
  'POST /api/posts/delete': { make: async (context) => bulk(await onPost(context)) },
  'POST /api/posts/publish': {
    async make(context) {
      const call = await onPost(context, { ...postFields, publishAt: TOMORROW });
      const postId = call.params!.id!;
      if (context.influencer) {
        const file = { postId, displayOrder: 0, state: 'ready' } as const;
        await createUploadedFile(context.app, context.user, file);
      }
      return bulk(call);
    },
  },
  'POST /api/posts/unschedule': {
    make: async (context) => bulk(await onPost(context, { publishAt: TOMORROW })),
  },
  'PUT /api/posts/ai-use': {
    make: async (context) => withBody(bulk(await onPost(context)), { aiUse: 'altered' }),
  },
  'PUT /api/posts/category': {
    make: async (context) => withBody(bulk(await onPost(context)), { category: 'Goth' }),
  },
  'DELETE /api/posts/{id}': { make: (context) => onPost(context) },
  'POST /api/media/{id}/retry': {
    make: async ({ app, user, influencer }) => {
      if (!influencer) return { params: { id: randomUUID() } };
      const { id: postId } = await publish(app, influencer);
      const values = { postId, displayOrder: 1, state: 'failed', failure: 'Damaged' } as const;
      return { params: { id: await createUploadedFile(app, user, values) } };
    },
  },
  'POST /api/blocked-files': {
    ...ofPlatform,
    make: async ({ app, user }) => {
      const mediaId = await createUploadedFile(app, user, { sha256: randomHash() });
      return { body: { mediaId, reason: 'Consent withdrawn' } };
    },
  },
  'POST /api/blocked-files/import': {
    ...ofPlatform,
    make: async () => ({ body: { name: 'Partner list', kind: 'pdq', text: randomHash() } }),
  },
  'POST /api/blocked-files/{id}/lift': {
    ...ofPlatform,
    make: async ({ app }) => {
      const entry = {
        source: 'file',
        name: 'a.jpg',
        reason: 'Removed',
        sha256: randomHash(),
      } as const;
      const [added] = await app.db.insert(blockedFiles).values(entry).returning();
      return { params: { id: added!.id }, body: { reason: 'A mistake' } };
    },
  },
  'POST /api/held-files/{id}/release': {
    ...ofPlatform,
    make: async ({ app, user }) => {
      const entry = {
        source: 'list',
        name: 'List',
        reason: 'Listed',
        sha256: randomHash(),
      } as const;
      const [block] = await app.db.insert(blockedFiles).values(entry).returning();
      const mediaId = await createUploadedFile(app, user);
      const values = { mediaId, blockedFileId: block!.id };
      const [held] = await app.db.insert(heldFiles).values(values).returning();
      return { params: { id: held!.id }, body: { reason: 'Another picture' } };
    },
  },
  'POST /api/vault/reuse': {
    make: async ({ app, influencer }) => ({
      body: { ids: [influencer ? (await publish(app, influencer)).mediaId : randomUUID()] },
    }),
  },
  'PUT /api/influencers/{id}/page-images/{slot}': {
    make: async (context) => {
      const { id, stems } = await onPageImages(context);
      return { params: { id, slot: 'about' }, body: { images: stems.toReversed() } };
    },
  },
  'DELETE /api/influencers/{id}/page-images/{slot}': {
    make: async (context) => {
      const { id, stems } = await onPageImages(context);
      return { params: { id, slot: 'about' }, query: `image=${encodeURIComponent(stems[0]!)}` };
    },
  },
};
