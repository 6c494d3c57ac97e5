import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ExternalLink, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { ApiError } from '#src/lib/api-error.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import type { PageImages as PageImagesData } from '../page-images.schema.ts';
import styles from './edit-influencer-page.module.css';
import { pageImagesQuery } from './page-images-queries.ts';
import { PageImages } from './page-images.tsx';
import { ProfilePhoto } from './profile-photo.tsx';

const route = getRouteApi('/_app/influencers/edit/$id');

const SECTIONS = [
  {
    place: 'hero',
    title: 'Hero',
    hint: 'Fills the top of the page, behind the title.',
  },
  {
    place: 'about',
    title: 'About',
    hint: 'Beside the words of introduction. The first one is also the picture of the card that leads to the page.',
  },
  {
    place: 'sneak-peek',
    title: 'Sneak peek',
    hint: 'A gallery of glimpses that everyone sees before they subscribe.',
  },
  {
    place: 'why-signup',
    title: 'Why sign up',
    hint: 'Beside the reasons to subscribe.',
  },
  {
    place: 'ready-background',
    title: 'Ready to get started',
    hint: 'Lies behind the last invitation to subscribe, at the foot of the page.',
  },
] as const;

/** The pictures of an influencer's public page. */
export function EditInfluencerPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(pageImagesQuery(id));

  useEffect(() => {
    if (error) toast.error('Error', { description: 'Failed to fetch influencer data' });
  }, [error]);

  if (data) return <Pictures influencerId={id} {...data} />;
  if (error) {
    const isUnknown = error instanceof ApiError && error.problem.status < 500;
    return <Failed isUnknown={isUnknown} onRetry={() => void refetch()} />;
  }
  return <Waiting />;
}

type PicturesProps = PageImagesData & { influencerId: string };

function Pictures({ influencerId, fullName, publicUrl, images }: PicturesProps) {
  const name = fullName.trim() || 'Unknown';
  const photoHint =
    images.about.length > 0
      ? 'Cards show the first picture of About instead.'
      : 'Shown on cards and on the page, while About has no picture.';
  return (
    <>
      <PageHead
        title={name}
        lead={publicUrl ? `/${publicUrl}` : 'Visitors cannot see this page at present.'}
      >
        {publicUrl && (
          <Button
            component="a"
            href={`/${publicUrl}`}
            target="_blank"
            rel="noopener"
            variant="default"
            radius="xl"
            rightSection={<ExternalLink size={16} aria-hidden="true" />}
          >
            View public page
            <span className="visually-hidden"> (in a new tab)</span>
          </Button>
        )}
      </PageHead>
      <ProfilePhoto
        influencerId={influencerId}
        fullName={name}
        photo={images['profile-photo'][0]}
        hint={photoHint}
      />
      {SECTIONS.map((section) => (
        <PageImages
          key={section.place}
          influencerId={influencerId}
          images={images[section.place]}
          {...section}
        />
      ))}
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading pictures" className={styles.waiting}>
    <Skeleton height="3rem" width="min(22rem, 80%)" />
    <Skeleton circle height="9rem" />
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} height="11rem" />
    ))}
  </div>
);

type FailedProps = { isUnknown: boolean; onRetry: () => void };

const Failed = ({ isUnknown, onRetry }: FailedProps) => (
  <section className={styles.notice} role="alert">
    <h1>{isUnknown ? 'Influencer not found' : 'Failed to fetch influencer data'}</h1>
    <p>
      {isUnknown
        ? 'There is nobody at this address who has a public page.'
        : 'Check your connection, then try again.'}
    </p>
    {!isUnknown && (
      <Button variant="default" radius="xl" leftSection={<RotateCcw size={16} />} onClick={onRetry}>
        Try again
      </Button>
    )}
  </section>
);
