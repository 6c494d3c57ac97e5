import type { ReactNode } from 'react';
import {
  INFLUENCER_LABELS,
  type InfluencerField,
} from '#src/features/agency/influencers/influencers.schema.ts';
import { calculateAge } from '#src/lib/dates.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatNumber } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import type { InfluencerDetail } from '../influencer-records.schema.ts';
import styles from './influencer-detail.module.css';

type Fact = [label: string, value: ReactNode];

/** Every field of an influencer, read-only. */
export function InfluencerFacts({ influencer }: { influencer: InfluencerDetail }) {
  const text = (field: InfluencerField): Fact => [INFLUENCER_LABELS[field], influencer[field]];
  return (
    <div className={styles.facts}>
      <Facts
        title="Contact"
        facts={[
          [
            'Email',
            <a key="mail" href={`mailto:${influencer.email}`} className="touch-target">
              {influencer.email}
            </a>,
          ],
          text('phone'),
          text('location'),
          ['Date of Birth', birth(influencer.dateOfBirth)],
          ['Created', formatDate(influencer.createdAt)],
          text('bio'),
        ]}
      />
      <Facts
        title="Social presence"
        facts={[
          [
            'Instagram',
            account(influencer.instagramHandle, [influencer.instagramFollowers, 'followers']),
          ],
          ['TikTok', account(influencer.tiktokHandle, [influencer.tiktokFollowers, 'followers'])],
          [
            'YouTube',
            account(influencer.youtubeChannel, [influencer.youtubeSubscribers, 'subscribers']),
          ],
          [
            'OnlyFans',
            account(
              influencer.onlyfansHandle,
              [influencer.onlyfansFollowers, 'followers'],
              [influencer.onlyfansSubscribers, 'subscribers'],
            ),
          ],
          text('otherPlatforms'),
        ]}
      />
      <Facts
        title="Brand and experience"
        facts={[
          text('niche'),
          text('brandPersonality'),
          text('targetAudience'),
          text('experienceYears'),
          text('previousBrands'),
          text('goals'),
          text('achievements'),
        ]}
      />
      <Facts
        title="Application and portfolio"
        facts={[
          text('whyJoin'),
          ['Portfolio URL', webLink(influencer.portfolioUrl)],
          text('portfolioLinks'),
          text('bestContent'),
        ]}
      />
    </div>
  );
}

function birth(date: string | null): string | null {
  if (!date) return null;
  return `${formatUtcDate(date)}, ${calculateAge(date, new Date())} years old`;
}

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  const present = facts.filter(([, value]) => value !== null);
  const missing = facts.filter(([, value]) => value === null).map(([label]) => label);
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {present.length > 0 && (
        <dl>
          {present.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {missing.length > 0 && <p className={styles.missing}>Not provided: {missing.join(', ')}</p>}
    </section>
  );
}

type Count = [count: number, unit: string];

function account(handle: string | null, ...counts: Count[]): ReactNode {
  const present = counts.filter(([count]) => count > 0);
  if (!handle && present.length === 0) return null;
  return (
    <>
      {handle}
      {present.map(([count, unit]) => (
        <span key={unit} className={styles.count}>
          {formatNumber(count)} {unit}
        </span>
      ))}
    </>
  );
}

function webLink(address: string | null): ReactNode {
  // Anything but a web address stays text, for safety.
  if (!address || !/^https?:\/\//i.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
      <span className="visually-hidden"> (in a new tab)</span>
    </a>
  );
}
