import { Archive, CircleCheck, Eye } from 'lucide-react';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { DECISION_LABELS, groundText } from '../policies.rules.ts';
import type { Policy } from '../policies.schema.ts';
import styles from './policies.module.css';

type PolicyTextProps = {
  policy: Policy;
  /** Whether a later version has taken its place. */
  isEarlier?: boolean;
};

/** A version of a policy, with everything that decisions by it rest on. */
export function PolicyText({ policy, isEarlier = false }: PolicyTextProps) {
  const { title, description, decisions, isActive, number, createdBy, createdAt } = policy;
  return (
    <div className={styles.policy} data-withdrawn={isEarlier || !isActive || undefined}>
      <strong dir="auto">{title}</strong>
      {description && <p dir="auto">{description}</p>}
      <small dir="auto">
        {groundText(policy)}. For:{' '}
        {decisions.map((decision) => DECISION_LABELS[decision]).join(', ')}.
      </small>
      <small>
        Version {number}, <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        {createdBy && (
          <>
            {' '}
            by <bdi>{createdBy}</bdi>
          </>
        )}
      </small>
      {!isEarlier && <PolicyState {...policy} />}
    </div>
  );
}

function PolicyState({ isActive, isPublic }: Policy) {
  return (
    <span className={styles.badges}>
      {isActive ? (
        <StateBadge variant="success" icon={CircleCheck}>
          In use
        </StateBadge>
      ) : (
        <StateBadge variant="neutral" icon={Archive}>
          Withdrawn
        </StateBadge>
      )}
      {isPublic && isActive && (
        <StateBadge variant="info" icon={Eye}>
          Public
        </StateBadge>
      )}
    </span>
  );
}
