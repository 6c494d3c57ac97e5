import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { VerificationBadge } from '#src/features/agency/performers/ui/verification-badge.tsx';
import { AI_USE_LABELS } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { obstacleText } from '#src/features/content/publication-rule/publication-rule.rules.ts';
import { reviewReason } from '#src/features/content/publication-rule/review-states.rules.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { CategoryBadge } from '#src/ui/elements/category-badge.tsx';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { DECISION_LABELS, SIGNAL_LABELS } from '../reviews.rules.ts';
import type { ReviewRecord } from '../reviews.schema.ts';
import styles from './review-dialog.module.css';

const CONSENTS = {
  given: { variant: 'success', icon: CircleCheck, label: 'Consent' },
  withdrawn: { variant: 'danger', icon: CircleX, label: 'Consent withdrawn' },
  missing: { variant: 'neutral', icon: CircleDashed, label: 'No consent' },
} as const;

/** What a reviewer needs to know about a post beside its files. */
export function ReviewFacts({ review }: { review: ReviewRecord }) {
  const { caption, category, aiUse, statedAiUse, signals, obstacles, decisions } = review;
  const { changedBy, waitsSince } = review;
  return (
    <FactList>
      <Fact label="Caption">
        <p className={styles.caption} dir="auto">
          {caption}
        </p>
        <CategoryBadge category={category} />
      </Fact>
      <Fact label="Use of AI">
        {aiUse ? AI_USE_LABELS[aiUse] : 'Not stated'}
        {statedAiUse && statedAiUse !== aiUse && (
          <small className={styles.difference}>
            <TriangleAlert size={15} aria-hidden="true" />
            The influencer stated “{AI_USE_LABELS[statedAiUse]}” when submitting the files.
          </small>
        )}
      </Fact>
      <Fact label="People">
        <People review={review} />
      </Fact>
      {(signals.length > 0 || obstacles.length > 0) && (
        <Fact label="Flags">
          <ul className={styles.flags}>
            {signals.map((signal) => (
              <li key={signal}>
                <TriangleAlert size={15} aria-hidden="true" />
                {SIGNAL_LABELS[signal]}
              </li>
            ))}
            {obstacles.map((obstacle) => (
              <li key={`${obstacle.performerId ?? ''} ${obstacle.obstacle}`} dir="auto">
                <TriangleAlert size={15} aria-hidden="true" />
                {obstacleText(obstacle)}
              </li>
            ))}
          </ul>
          {signals.length > 0 && <small>Needs the approval of two people.</small>}
        </Fact>
      )}
      <Fact label="Last changed by">
        {changedBy ? <bdi>{changedBy}</bdi> : 'Former colleague'}
        <small>
          Waits since <time dateTime={waitsSince}>{formatTime(waitsSince)}</time>.{' '}
          <Link to="/content/edit/$id" params={{ id: review.id }} className="touch-target">
            Edit the post
          </Link>
        </small>
      </Fact>
      {decisions.length > 0 && (
        <Fact label="Decisions">
          <ol className={styles.decisions}>
            {decisions.map(({ id, decision, decidedBy, decidedAt, isCurrent, ...reason }) => (
              <li key={id} data-earlier={!isCurrent || undefined}>
                <strong>{DECISION_LABELS[decision]}</strong>
                {!isCurrent && ' (an earlier version)'}
                <span dir="auto">{reviewReason(reason)}</span>
                <small>
                  {decision !== 'existing' && <>{decidedBy ?? 'Former colleague'}, </>}
                  <time dateTime={decidedAt}>{formatTime(decidedAt)}</time>
                </small>
              </li>
            ))}
          </ol>
        </Fact>
      )}
    </FactList>
  );
}

function People({ review: { people, influencer } }: { review: ReviewRecord }) {
  const isRegistered = people.some(({ isInfluencer }) => isInfluencer);
  return (
    <ul className={styles.people}>
      {!isRegistered && (
        <li>
          <bdi>{influencer.fullName}</bdi>
          <small>Not in the register</small>
        </li>
      )}
      {people.map(({ id, fullName, verification, consent }) => {
        const { label, ...appearance } = CONSENTS[consent];
        return (
          <li key={id}>
            <Link to="/performers/$id" params={{ id }} className="touch-target">
              <bdi>{fullName}</bdi>
            </Link>
            <VerificationBadge state={verification} />
            <StateBadge {...appearance}>{label}</StateBadge>
          </li>
        );
      })}
    </ul>
  );
}
