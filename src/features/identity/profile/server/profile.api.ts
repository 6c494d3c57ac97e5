import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { savedSchema, ownProfileChangeSchema, ownProfileSchema } from '../profile.schema.ts';
import { getOwnProfile, updateOwnProfile } from './own-profile.ts';

/**
 * The actor's own profile. Admins and staff edit theirs; the back office edits those of
 * influencers.
 */
export function profileApi({ db }: { db: Db }) {
  return operations([
    as('admin', 'staff', 'influencer').get(
      '/api/profile',
      {
        id: 'getProfile',
        summary: 'Get your profile',
        output: ownProfileSchema,
        errors: ['not-found'],
        example: {
          version: 1,
          fullName: 'Nova Sterling',
          email: 'nova@example.com',
          phone: '+1 555 0134',
          bio: 'Costume maker.',
          role: 'influencer',
          memberSince: '2026-04-02T09:00:00.000Z',
          influencer: {
            instagramHandle: 'nova.sterling',
            instagramFollowers: 12_400,
            onlyfansHandle: 'novasterling',
            onlyfansFollowers: 3_100,
            publicUrl: 'nova-sterling',
            pageThemeColor: null,
            pageHeroTitle: 'Nova Sterling',
            pageHeroSubtitle: null,
            pageAboutTitle: 'About Nova',
            pageWhySignupTitle: null,
          },
        },
      },
      ({ actor }) => getOwnProfile(db, actor),
    ),
    as('admin', 'staff').put(
      '/api/profile',
      {
        id: 'updateProfile',
        summary: 'Change your name, phone and bio',
        body: ownProfileChangeSchema,
        output: savedSchema,
        errors: ['conflict'],
        example: { version: 2 },
      },
      ({ actor, body }) => updateOwnProfile(db, actor, body),
    ),
  ]);
}
