import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import type { Colleague } from '../colleagues.schema.ts';
import { colleaguesQuery } from './colleagues-queries.ts';
import styles from './owner-select.module.css';
import { useAssign, type Assign } from './use-assign.ts';

/** What "nobody" is among the options of a selection. */
const NOBODY = 'nobody';

type OwnerSelectProps = { id: string; owner: Colleague | null; assign: Assign };

/** The owner of a record, which can be changed. */
export function OwnerSelect({ id, owner, assign }: OwnerSelectProps) {
  const options = useColleagueOptions();
  const { mutate, isPending } = useAssign(assign);
  // A former owner may have left the back office.
  const isListed = options.some(({ value }) => value === owner?.id);
  const all = owner && !isListed ? [{ value: owner.id, label: owner.name }, ...options] : options;
  return (
    <Select
      label="Owner"
      placeholder="Nobody yet"
      size="sm"
      className={styles.owner}
      data={all}
      value={owner?.id ?? null}
      disabled={isPending}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the owner' }}
      nothingFoundMessage="No colleagues found"
      onChange={(ownerId) => mutate({ ids: [id], ownerId })}
    />
  );
}

type AssignRowsProps = { ids: string[]; assign: Assign; onDone: () => void };

/** Gives the selected rows of a list an owner. */
export function AssignRows({ ids, assign, onDone }: AssignRowsProps) {
  const options = useColleagueOptions();
  const { mutate, isPending } = useAssign(assign);
  return (
    <Select
      aria-label="Assign to"
      placeholder="Assign to…"
      size="sm"
      className={styles.owner}
      data={[...options, { value: NOBODY, label: 'Nobody' }]}
      value={null}
      disabled={isPending}
      searchable
      nothingFoundMessage="No colleagues found"
      onChange={(chosen) =>
        chosen !== null &&
        mutate({ ids, ownerId: chosen === NOBODY ? null : chosen }, { onSuccess: onDone })
      }
    />
  );
}

/** All colleagues, the person itself first. */
function useColleagueOptions() {
  const ownId = useSession()?.user.id;
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const options = colleagues.map(({ id, name }) => ({
    value: id,
    label: id === ownId ? `${name} (you)` : name,
  }));
  return options.toSorted((a, b) => Number(b.value === ownId) - Number(a.value === ownId));
}
