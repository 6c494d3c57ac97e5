import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { hasConfirmedAge } from '#src/lib/age.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import type { Category } from '#src/lib/categories.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { SkipLink } from '#src/ui/page/skip-link.tsx';
import { Logo } from '#src/ui/public/logo.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import type { InfluencerPage } from '../marketplace.schema.ts';
import { influencerPageQuery } from './marketplace-queries.ts';
import styles from './subscribe-page.module.css';
import { SubscriptionDetails } from './subscription-details.tsx';

const route = getRouteApi('/marketplace/subscribe/$url');

export function SubscribePage() {
  const { url } = route.useParams();
  const { data: influencer, error, refetch } = useQuery(influencerPageQuery(url));
  const session = useQuery(sessionQuery);
  const missing = missingMessage(influencer, error);
  const navigate = useNavigate();
  useEffect(() => {
    if (!missing) return;
    toast.error('Error', { id: missing, description: missing });
    void navigate({ to: '/marketplace', replace: true });
  }, [missing, navigate]);

  const ready = influencer && !missing && session.data !== undefined;
  const failed = !missing && (error ?? (influencer ? session.error : null));
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <a href="/" className={styles.home}>
          <Logo />
        </a>
        <BackButton url={url} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} aria-busy={!ready && !failed}>
        {failed ? (
          <div role="alert" className={styles.failure}>
            <h1>Failed to load subscription details</h1>
            <p>Check your connection, then try again.</p>
            <button
              type="button"
              className="button"
              onClick={() => void Promise.all([refetch(), session.refetch()])}
            >
              Try again
            </button>
          </div>
        ) : ready ? (
          <>
            <About
              influencer={influencer}
              adult={session.data !== null || hasConfirmedAge(document.cookie)}
            />
            <SubscriptionDetails influencer={influencer} session={session.data} />
          </>
        ) : (
          <Skeleton />
        )}
      </main>
    </div>
  );
}

function missingMessage(influencer: InfluencerPage | undefined, error: Error | null) {
  if (error instanceof ApiError && error.problem.status < 500) return 'Influencer not found';
  return influencer?.priceCents === null ? 'Subscription plan not found' : null;
}

function BackButton({ url }: { url: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : window.location.assign(`/${url}`));
  return (
    <button type="button" className="button button-quiet button-small" onClick={back}>
      <ArrowLeft size={17} aria-hidden="true" /> Back
    </button>
  );
}

type AboutProps = {
  influencer: InfluencerPage;
  /** Whether the viewer's age is confirmed; without it no picture is shown. */
  adult: boolean;
};

function About({ influencer, adult }: AboutProps) {
  const { fullName, image, contentCategory, about, bio } = influencer;
  return (
    <article className={styles.about}>
      <div className={styles.picture}>
        <PublicImage
          image={adult ? image : null}
          name={fullName}
          alt={`Picture of ${fullName}`}
          sizes="(max-width: 56rem) 100vw, 36rem"
          eager
        />
      </div>
      {contentCategory && (
        <p>
          <CategoryBadge category={contentCategory as Category} />
        </p>
      )}
      <h1>{fullName}</h1>
      <p className={styles.story}>{about.content ?? bio}</p>
    </article>
  );
}

const Skeleton = () => (
  <>
    <div className={styles.about} role="status">
      <div className={`${styles.picture} ${styles.shimmer}`} />
      <span className="visually-hidden">Loading...</span>
    </div>
    <div className={`${styles.ticket} ${styles.shimmer}`} aria-hidden="true" />
  </>
);
