import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Pencil, Percent, Power, PowerOff } from 'lucide-react';
import { useId } from 'react';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { InfoTooltip } from '#src/ui/page/info-tooltip.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { estimatedMonthlyRevenueCents } from '../plans.rules.ts';
import type { Plan } from '../plans.schema.ts';
import styles from './plan-card.module.css';
import { PlanSplit } from './plan-split.tsx';
import { PlanState } from './plan-state.tsx';
import { describeEstimate } from './plan-text.ts';

type PlanCardProps = {
  plan: Plan;
  onEdit: () => void;
  onEditCommission: () => void;
  onMoveFans: () => void;
  onToggle: () => void;
};

/** A plan with its price, its division and its subscribers. */
export function PlanCard({ plan, onEdit, ...actions }: PlanCardProps) {
  const { onEditCommission, onMoveFans, onToggle } = actions;
  const id = useId();
  const { influencer, isActive, createdAt, priceMonthlyCents, platformCommissionPercent } = plan;
  const { plannedCommission: planned } = plan;
  return (
    <article className={styles.card} data-muted={!isActive || undefined} aria-labelledby={id}>
      <header className={styles.head}>
        <PublicImage
          image={influencer.image}
          name={influencer.fullName}
          alt=""
          sizes="2.8rem"
          aspect={1}
          className={styles.picture}
        />
        <div className={styles.who}>
          <h2 id={id}>
            <Link to="/influencers/$id" params={{ id: influencer.id }} className="touch-target">
              <bdi>{influencer.fullName}</bdi>
            </Link>
          </h2>
          <span>
            Since <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          </span>
        </div>
      </header>
      <div className={styles.price}>
        <p>
          <strong>{formatCents(priceMonthlyCents)}</strong> per month
        </p>
        <PlanState isActive={isActive} />
      </div>
      <div>
        <PlanSplit priceCents={priceMonthlyCents} commissionPercent={platformCommissionPercent} />
        {planned && (
          <p className={styles.planned}>
            {formatPercent(planned.percent)} commission from{' '}
            <time dateTime={planned.effectiveFrom}>{formatUtcDate(planned.effectiveFrom)}</time>
          </p>
        )}
      </div>
      <Figures plan={plan} />
      <footer className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          radius="xl"
          leftSection={<Pencil size={14} aria-hidden="true" />}
          aria-describedby={id}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          radius="xl"
          leftSection={<Percent size={14} aria-hidden="true" />}
          aria-describedby={id}
          onClick={onEditCommission}
        >
          Commission
        </Button>
        <Button
          variant="default"
          size="xs"
          radius="xl"
          leftSection={<CalendarClock size={14} aria-hidden="true" />}
          aria-describedby={id}
          onClick={onMoveFans}
        >
          Existing Fans
        </Button>
        <Button
          variant="default"
          size="xs"
          radius="xl"
          leftSection={
            isActive ? (
              <PowerOff size={14} aria-hidden="true" />
            ) : (
              <Power size={14} aria-hidden="true" />
            )
          }
          aria-describedby={id}
          onClick={onToggle}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      </footer>
    </article>
  );
}

const Figures = ({ plan }: { plan: Plan }) => (
  <dl className={styles.figures}>
    <div>
      <dt>
        Active subscribers
        {plan.otherPriceCount > 0 && (
          <small>{formatNumber(plan.otherPriceCount)} at an earlier price</small>
        )}
      </dt>
      <dd>{formatNumber(plan.subscriberCount)}</dd>
    </div>
    <div>
      <dt>
        Estimated monthly {/* One unit, so that the button is never alone on a line. */}
        <span className={styles.together}>
          revenue <InfoTooltip label="Estimated monthly revenue" meaning={describeEstimate(plan)} />
        </span>
      </dt>
      <dd>{formatCents(estimatedMonthlyRevenueCents(plan))}</dd>
    </div>
  </dl>
);

/** Placeholder cards while the first plans load. */
export function PlanCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <span className={styles.shimmer} data-part="head" />
      <span className={styles.shimmer} data-part="price" />
      <span className={styles.shimmer} data-part="split" />
      <span className={styles.shimmer} data-part="figures" />
    </div>
  );
}
