import { Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useMemo } from 'react';
import { call, client } from '#src/client/client.ts';
import { sessionQuery, useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { deviceTimeZone } from '#src/lib/locale/screen-dates.ts';
import { listTimeZones } from '#src/lib/locale/time-zones.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { useNow } from '#src/ui/elements/use-now.ts';
import account from '#src/features/identity/accounts/ui/my-account-page.module.css';
import styles from './time-zone.module.css';

const DEVICE = 'device';

const listOptions = () => [
  {
    value: DEVICE,
    label: `Your device’s time zone (${deviceTimeZone().replaceAll('_', ' ')})`,
  },
  ...listTimeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
];

/** Chooses the time zone of dates and times. */
export function TimeZone() {
  const queryClient = useQueryClient();
  const session = useSession();
  const options = useMemo(() => listOptions(), []);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (timeZone: string | null) =>
      call(client.api.account['time-zone'].$put({ json: { timeZone } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast.success('Success', { description: 'Time zone saved' });
    },
    onError: (error) => {
      toast.error('Error', { description: error.message || 'Failed to save the time zone' });
    },
  });
  const now = new Date(useNow());
  const chosen = isPending ? variables : (session?.user.timeZone ?? null);
  return (
    <section className={account.card} aria-labelledby="time-zone-title">
      <h2 id="time-zone-title">Time zone</h2>
      <Select
        label="Show dates and times in"
        description="Receipts and statements are always in UTC."
        size="md"
        leftSection={<Globe size={17} aria-hidden="true" />}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching time zone"
        maxDropdownHeight={320}
        data={options}
        renderOption={({ option }) => (
          <span className={styles.option}>
            <span>{option.label}</span>
            <span className={styles.time}>
              {formatInstant(
                now,
                'clock',
                option.value === DEVICE ? deviceTimeZone() : option.value,
              )}
            </span>
          </span>
        )}
        value={chosen ?? DEVICE}
        onChange={(value) => mutate(value === DEVICE ? null : value)}
      />
      <p className={account.soft}>
        It’s {formatInstant(now, 'zonedTime', chosen ?? deviceTimeZone())}.
      </p>
    </section>
  );
}
