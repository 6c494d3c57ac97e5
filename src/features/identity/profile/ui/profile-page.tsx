import { Alert, Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Info, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { AccountUnavailable } from '#src/features/identity/auth/ui/account-unavailable.tsx';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { roleLabel } from '#src/lib/roles.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import type { OwnProfile } from '../profile.schema.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import { EditProfileDialog } from './edit-profile-dialog.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile-page.module.css';

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => call(client.api.profile.$get()),
});

type ProfilePageProps = {
  /** The button with which an influencer asks the agency to change the profile. */
  requestChange: ReactNode;
};

/** Settings for admin and staff, My Profile for influencers. */
export function ProfilePage({ requestChange }: ProfilePageProps) {
  const session = useSession();
  const isInfluencer = session?.role === 'influencer';
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className={styles.page}>
      <PageHead
        title={isInfluencer ? 'My Profile' : 'Settings'}
        subtitle={
          isInfluencer ? 'The details the agency has on file for you.' : 'Your own profile.'
        }
      >
        {isInfluencer && requestChange}
        {!isInfluencer && profile && (
          <Button
            radius="xl"
            leftSection={<Pencil size={16} aria-hidden="true" />}
            onClick={() => setIsEditing(true)}
          >
            Edit Profile
          </Button>
        )}
      </PageHead>
      {isInfluencer && (
        <Alert
          icon={<Info />}
          color="gold"
          variant="outline"
          classNames={{ root: styles.notice!, message: styles.note! }}
        >
          Please contact an admin or staff member to change your profile.
        </Alert>
      )}
      {isError && !profile ? (
        <AccountUnavailable onRetry={refetch} />
      ) : profile ? (
        <Cards profile={profile} />
      ) : (
        <CardSkeleton />
      )}
      {profile && !isInfluencer && (
        <EditProfileDialog
          profile={profile}
          opened={isEditing}
          onClose={() => setIsEditing(false)}
        />
      )}
    </div>
  );
}

function Cards({ profile }: { profile: OwnProfile }) {
  const { influencer } = profile;
  return (
    <div className={styles.cards}>
      <Card
        title="Basic Information"
        rows={[
          ['Full name', profile.fullName],
          ['Email', profile.email],
          ['Phone', profile.phone],
          ['Role', roleLabel(profile.role)],
          ['Member since', formatDate(profile.memberSince)],
          ['Bio', profile.bio],
        ]}
      />
      {influencer ? <InfluencerCards influencer={influencer} /> : <PasswordCard />}
    </div>
  );
}

/** The colour shown for an unset theme. */
const UNSET_COLOR = '#fbbf24';

function InfluencerCards({ influencer }: { influencer: NonNullable<OwnProfile['influencer']> }) {
  const { publicUrl, pageThemeColor } = influencer;
  const color = pageThemeColor ?? UNSET_COLOR;
  return (
    <div className={styles.stack}>
      <Card
        title="Social Media"
        rows={[
          ['Instagram handle', influencer.instagramHandle],
          ['Instagram followers', abbreviateCount(influencer.instagramFollowers)],
          ['OnlyFans handle', influencer.onlyfansHandle],
          ['OnlyFans followers', abbreviateCount(influencer.onlyfansFollowers)],
          ['Public URL', publicUrl && <PublicUrl key="url" address={`/influencer/${publicUrl}`} />],
        ]}
      />
      <Card
        title="Public Page Settings"
        rows={[
          [
            'Theme color',
            <span key="color" className={styles.color}>
              <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
              {color}
            </span>,
          ],
          ['Hero title', influencer.pageHeroTitle],
          ['Hero subtitle', influencer.pageHeroSubtitle],
          ['About title', influencer.pageAboutTitle],
          ['Why sign up title', influencer.pageWhySignupTitle],
        ]}
      />
    </div>
  );
}

const PublicUrl = ({ address }: { address: string }) => (
  <a href={address} className="touch-target">
    {address}
  </a>
);

type CardProps = { title: string; rows: [label: string, value: ReactNode][] };

const Card = ({ title, rows }: CardProps) => (
  <section className={account.card} aria-label={title}>
    <h2>{title}</h2>
    <dl className={account.details}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value || 'Not set'}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const CardSkeleton = () => (
  <div className={styles.cards} aria-busy="true" aria-label="Loading...">
    {[6, 5].map((lines) => (
      <div key={lines} className={account.card}>
        <Skeleton height={26} width="45%" />
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} height={34} width="70%" />
        ))}
      </div>
    ))}
  </div>
);
