import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groundText } from '../policies.rules.ts';
import type { PolicyArea, PolicyDecision } from '../policies.schema.ts';
import { policiesQuery } from './policies-queries.ts';
import styles from './policies.module.css';

type PolicySelectProps = {
  area: PolicyArea;
  /** The decision that needs a reason; null until it is chosen. */
  decision: PolicyDecision | null;
  description?: string;
  /** The id of the version that was chosen; empty without one. */
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
  'data-autofocus'?: boolean;
};

/** Chooses the reason of a decision among the policies in use, and shows when to use it. */
export function PolicySelect({
  area,
  decision,
  value,
  error,
  onChange,
  ...field
}: PolicySelectProps) {
  const { data, error: failure } = useQuery(policiesQuery);
  const policies = (data ?? []).filter(
    (policy) =>
      decision !== null &&
      policy.area === area &&
      policy.isActive &&
      policy.decisions.includes(decision),
  );
  const chosen = policies.find(({ id }) => id === value);
  return (
    <div>
      <NativeSelect
        {...field}
        label="Reason"
        withAsterisk
        disabled={!decision}
        data={[
          { value: '', label: decision ? 'Choose a reason' : 'Choose an outcome first' },
          ...policies.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={chosen?.id ?? ''}
        error={error ?? (failure ? 'Failed to fetch the reasons. Reload the page.' : undefined)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {chosen && (
        <p className={styles.guidance} dir="auto">
          {chosen.description} <span>{groundText(chosen)}</span>
        </p>
      )}
    </div>
  );
}
