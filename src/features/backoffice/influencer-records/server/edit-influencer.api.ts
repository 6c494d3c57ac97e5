import { z } from 'zod';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  editInfluencerSchema,
  influencerRecordSchema,
  type InfluencerRecord,
} from '../edit-influencer.schema.ts';
import { getInfluencerRecord, updateInfluencer } from './edit-influencer.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ id: z.uuid() });

export const recordExample: InfluencerRecord = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  version: 4,
  isSuspended: false,
  pendingEmail: null,
  isActive: true,
  isDraft: false,
  invitedAt: null,
  fullName: 'Marlowe Vesperine',
  email: 'marlowe@example.com',
  phone: '+1 555 0100',
  publicUrl: 'marlowe-vesperine',
  dateOfBirth: '1997-04-12',
  location: 'Lisbon',
  bio: 'Late evenings, soft light.',
  contentCategory: 'Fitness',
  instagramHandle: '@marlowe',
  instagramFollowers: 120_000,
  onlyfansHandle: null,
  onlyfansFollowers: 0,
  onlyfansSubscribers: 0,
  tiktokHandle: null,
  tiktokFollowers: 0,
  youtubeChannel: null,
  youtubeSubscribers: 0,
  otherPlatforms: null,
  niche: null,
  brandPersonality: null,
  targetAudience: null,
  experienceYears: 3,
  previousBrands: null,
  goals: null,
  achievements: null,
  whyJoin: 'To be my own publisher.',
  portfolioUrl: null,
  portfolioLinks: null,
  bestContent: null,
  pageThemeColor: '#FFD700',
  pageHeroTitle: 'After hours',
  pageHeroSubtitle: null,
  pageHeroAlignment: 'center',
  pageAboutTitle: null,
  pageAboutContent: null,
  pageWhySignupTitle: null,
  pageWhySignupContent: null,
};

/** Back office edits of an influencer: profile and texts of the public page. */
export function editInfluencerApi({ db, mail, config }: { db: Db } & AccountMails) {
  return operations([
    backOffice.get(
      '/api/influencers/{id}/record',
      {
        id: 'getInfluencerRecord',
        views: { entity: 'profiles', label: ({ fullName }) => fullName },
        summary: 'Get all fields of an influencer, with the version that a change must name',
        params,
        output: influencerRecordSchema,
        errors: ['not-found'],
        example: recordExample,
      },
      ({ actor, params: { id } }) => getInfluencerRecord(db, actor, id),
    ),
    backOffice.patch(
      '/api/influencers/{id}',
      {
        id: 'updateInfluencer',
        summary:
          'Change the given fields of an influencer; refused if they changed since the given version',
        params,
        body: editInfluencerSchema,
        output: influencerRecordSchema,
        errors: ['not-found', 'conflict', 'email-taken'],
        example: recordExample,
      },
      ({ actor, params: { id }, body }) =>
        updateInfluencer({ db, mail, config }, actor, { ...body, id }),
    ),
  ]);
}
