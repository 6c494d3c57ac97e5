import { Alert, Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatTime } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { ifMailed } from '#src/ui/page/sends-mail.ts';
import {
  ANNOUNCED_HOURS,
  mayAnnounce,
  obstacleText,
  type Obstacle,
  type TwoPeopleRule,
} from '../two-people.rules.ts';

const obstacleQuery = (rule: TwoPeopleRule, id: string) =>
  queryOptions({
    queryKey: ['two-people', rule, id],
    queryFn: () => call(client.api.decisions[':rule'][':id'].$get({ param: { rule, id } })),
    retry: false,
  });

type TwoPeople = {
  /** Whether the reader may not decide yet. */
  isRefused: boolean;
  /** Why, and from when on they may; with a button that notifies the team, where that helps. */
  notice: ReactNode;
};

/**
 * What keeps the reader from deciding, as the second person, about records that somebody else began.
 * @param ids of records of one rule with the same beginner; empty if the reader decides about nothing
 */
export function useTwoPeople(rule: TwoPeopleRule, ids: string[]): TwoPeople {
  const { data } = useQuery({ ...obstacleQuery(rule, ids[0] ?? ''), enabled: ids.length > 0 });
  const stored = ids.length > 0 ? data?.obstacle : null;
  if (!stored) return { isRefused: false, notice: null };
  const { reason, from } = stored;
  const obstacle = { reason, from: from === null ? null : new Date(from) };
  return { isRefused: true, notice: <ObstacleNotice rule={rule} ids={ids} obstacle={obstacle} /> };
}

type ObstacleNoticeProps = { rule: TwoPeopleRule; ids: string[]; obstacle: Obstacle };

function ObstacleNotice({ rule, ids, obstacle }: ObstacleNoticeProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api.decisions.announcements.$post({ json: { rule, ids } })),
    onSuccess: () =>
      toast.success('Success', {
        description: `You may decide in ${ANNOUNCED_HOURS} hours.${ifMailed('The team gets an email.')}`,
      }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['two-people'] }),
  });
  return (
    <Alert variant="light" color="yellow" title="You can’t decide this yet" role="status">
      <p>{obstacleText(obstacle, formatTime)}</p>
      {mayAnnounce(obstacle) && (
        <Button mt="sm" radius="xl" variant="default" loading={isPending} onClick={() => mutate()}>
          Tell the team, decide in {ANNOUNCED_HOURS} hours
        </Button>
      )}
    </Alert>
  );
}
