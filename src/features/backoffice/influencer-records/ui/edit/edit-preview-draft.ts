import type { PageImages } from '#src/features/content/page-images/page-images.schema.ts';
import { HERO_ALIGNMENTS } from '#src/features/identity/accounts/page-fields.schema.ts';
import type { VisibleInfluencer } from '#src/features/storefront/influencer-page/influencer-page.rules.ts';
import { listSocials } from '#src/features/storefront/marketplace/marketplace.rules.ts';
import type { InfluencerPage } from '#src/features/storefront/marketplace/marketplace.schema.ts';
import { toSlug } from '#src/lib/slug.ts';
import type { EditValues } from './edit-values.ts';

const COLOR = /^#[0-9a-f]{6}$/i;

/** The public page with the unsaved changes. */
export function draftOf(
  saved: InfluencerPage,
  values: EditValues,
  images: PageImages['images'],
): VisibleInfluencer {
  const color = values.pageThemeColor.trim();
  const [photo] = images['profile-photo'];
  // An external avatar; our own pictures are in the list, or were removed.
  const avatar = saved.image?.startsWith('/images/') ? null : saved.image;
  return {
    ...saved,
    fullName: values.fullName.trim() || 'Unknown',
    publicUrl: toSlug(values.publicUrl),
    bio: values.bio,
    image: images.about[0] ?? photo ?? avatar,
    // Ignores an incomplete colour.
    themeColor: COLOR.test(color) ? color : color === '' ? null : saved.themeColor,
    hero: {
      title: values.pageHeroTitle,
      subtitle: values.pageHeroSubtitle,
      image: images.hero[0] ?? null,
      alignment: HERO_ALIGNMENTS.find((one) => one === values.pageHeroAlignment) ?? 'center',
    },
    about: {
      title: values.pageAboutTitle,
      content: values.pageAboutContent,
      images: images.about,
    },
    sneakPeekImages: images['sneak-peek'],
    whySignup: {
      title: values.pageWhySignupTitle,
      content: values.pageWhySignupContent,
      images: images['why-signup'],
    },
    readyBackground: images['ready-background'][0] ?? null,
    socials: listSocials({
      instagramHandle: values.instagramHandle.trim(),
      instagramFollowers: values.instagramFollowers || 0,
      tiktokHandle: values.tiktokHandle.trim(),
      tiktokFollowers: values.tiktokFollowers || 0,
      youtubeChannel: values.youtubeChannel.trim(),
      youtubeSubscribers: values.youtubeSubscribers || 0,
      onlyfansHandle: values.onlyfansHandle.trim(),
      onlyfansFollowers: values.onlyfansFollowers || 0,
    }),
  };
}
