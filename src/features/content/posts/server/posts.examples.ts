import type { z } from 'zod';
import type { PostPage, studioPageSchema } from '../posts.schema.ts';

const influencer = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Marlowe Vesperine',
  publicUrl: 'marlowe-vesperine',
};

const picture = {
  mediaType: 'image',
  width: 960,
  height: 1200,
  durationSeconds: null,
  teaser: 'data:image/webp;base64,UklGRl4AAABXRUJQ…',
} as const;

/** A page with an open post and a locked one. */
export const postPageExample: PostPage = {
  posts: [
    {
      id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
      caption: 'First light through the studio curtains.',
      category: 'Cosplay',
      aiLabel: null,
      publishedAt: '2026-11-20T18:30:00.000Z',
      influencer,
      media: [
        {
          ...picture,
          source: { id: '8d7c2a0e-5d0a-4c52-8f0c-2e6d52a0b7c3', widths: [320, 640, 960] },
        },
      ],
      locked: false,
      unread: true,
    },
    {
      id: 'f2a60f0b-7c0e-4a7a-b3d1-0d8b9f2e4c55',
      caption: 'Lights down.',
      category: 'Cosplay',
      aiLabel: null,
      publishedAt: '2026-11-19T21:00:00.000Z',
      influencer,
      media: [{ ...picture, source: null }],
      locked: true,
      subscribeState: 'available',
      priceCents: 1_999,
      unread: false,
    },
  ],
  mediaToken: 'e=1795204800&s=q3fJ0mXk…',
  nextCursor:
    'WyIyMDI2LTExLTE5VDIxOjAwOjAwLjAwMFoiLCJmMmE2MGYwYi03YzBlLTRhN2EtYjNkMS0wZDhiOWYyZTRjNTUiXQ',
};

/** A page of the studio with a scheduled post. */
export const studioPageExample: z.output<typeof studioPageSchema> = {
  posts: [
    {
      id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
      version: 2,
      state: 'scheduled',
      caption: 'First light through the studio curtains.',
      category: 'Cosplay',
      aiUse: 'none',
      influencer: { id: influencer.id, fullName: influencer.fullName },
      createdAt: '2026-11-20T18:30:00.000Z',
      publishAt: '2026-11-21T19:00:00.000Z',
      plannedAt: null,
      timeZone: 'Europe/Berlin',
      publishedAt: null,
      views: 0,
      media: [
        {
          id: '8d7c2a0e-5d0a-4c52-8f0c-2e6d52a0b7c3',
          fileName: 'curtains.jpg',
          fileSize: 2_481_022,
          mediaType: 'image',
          state: 'ready',
          failure: null,
          width: 960,
          height: 1200,
          durationSeconds: null,
          teaser: picture.teaser,
          widths: [320, 640, 960],
          renditions: [],
        },
      ],
      people: [{ id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10', fullName: 'Mara Vale' }],
      obstacles: [
        {
          performerId: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10',
          fullName: 'Mara Vale',
          obstacle: 'not-consented',
        },
      ],
      review: { state: 'waiting', reason: null, note: null },
    },
  ],
  mediaToken: 'e=1795204800&s=q3fJ0mXk…',
  nextCursor: null,
};

export const POSTS_CSV_EXAMPLE =
  'Influencer,Caption,Category,AI,State,Scheduled or Planned,Time Zone,Published,Created,Files,Views\r\nMarlowe Vesperine,First light through the studio curtains.,Cosplay,No AI,Scheduled,2026-11-21T19:00:00.000Z,Europe/Berlin,,2026-11-20T18:30:00.000Z,1,0\r\n';
