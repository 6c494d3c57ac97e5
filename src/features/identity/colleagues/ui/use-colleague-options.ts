import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { colleaguesQuery } from './colleagues-queries.ts';

/** All colleagues as options of a field, the person itself first. */
export function useColleagueOptions() {
  const ownId = useSession()?.user.id;
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const options = colleagues.map(({ id, name }) => ({
    value: id,
    label: id === ownId ? `${name} (you)` : name,
  }));
  return options.toSorted((a, b) => Number(b.value === ownId) - Number(a.value === ownId));
}
