import type { InfluencerField } from '#src/features/agency/influencers/influencers.schema.ts';
import { Count, LongText, TextLine, type FieldsForm } from './edit/edit-fields.tsx';

/** The social profiles of an influencer. */
export function SocialFields({ edited }: { edited: FieldsForm<InfluencerField> }) {
  return (
    <>
      <TextLine edited={edited} field="instagramHandle" />
      <Count edited={edited} field="instagramFollowers" />
      <TextLine edited={edited} field="tiktokHandle" />
      <Count edited={edited} field="tiktokFollowers" />
      <TextLine edited={edited} field="youtubeChannel" />
      <Count edited={edited} field="youtubeSubscribers" />
      <TextLine edited={edited} field="onlyfansHandle" />
      <Count edited={edited} field="onlyfansFollowers" />
      <Count edited={edited} field="onlyfansSubscribers" hint="Not shown on the page." />
      <LongText edited={edited} field="otherPlatforms" minRows={2} />
    </>
  );
}
