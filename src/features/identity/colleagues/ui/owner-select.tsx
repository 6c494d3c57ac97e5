import { Select } from '@mantine/core';
import type { Colleague } from '../colleagues.schema.ts';
import styles from './owner-select.module.css';
import { useAssign, type Assign } from './use-assign.ts';
import { useColleagueOptions } from './use-colleague-options.ts';

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
