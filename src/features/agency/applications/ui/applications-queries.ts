import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, client, saveFile } from '#src/client/client.ts';
import type { Assign } from '#src/features/identity/colleagues/ui/use-assign.ts';
import type { Tagged } from '#src/features/identity/tags/ui/tags-queries.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { defineList } from '#src/ui/list-view/define-list.ts';
import { APPLICATION_STATUSES } from '../applications.schema.ts';
import { applicationFilterSchema, type ApplicationFilter } from '../review.schema.ts';

/** The tabs of the list. Pending is the default. */
export const TABS = ['all', ...APPLICATION_STATUSES] as const;
export type Tab = (typeof TABS)[number];

/** The list of /applications; `id` is the open application. */
export const applicationsList = defineList({
  name: 'applications',
  filters: { ...applicationFilterSchema.shape, status: z.enum(TABS).optional() },
  overlays: { id: z.uuid().optional() },
  clearable: ['search', 'owner', 'tag'],
  // Pending applications are sorted oldest first, all others newest first.
  toQuery: ({ status = 'pending', sort, ...address }): ApplicationFilter => ({
    ...address,
    status: status === 'all' ? undefined : status,
    sort: sort ?? (status === 'pending' ? 'received' : '-received'),
  }),
  fetchPage: (query) => call(client.api.applications.$get({ query })),
  csv: '/api/applications.csv',
  exportRows: (json) =>
    saveFile(client.api['applications.csv'].$post({ json }), 'applications.csv'),
});

const KEY = [applicationsList.name];

export function applicationCountsQuery({
  search,
  owner,
  tag,
}: Partial<Pick<ApplicationFilter, 'search' | 'owner' | 'tag'>> = {}) {
  const query = { search, owner, tag };
  return queryOptions({
    queryKey: [...KEY, 'counts', query],
    queryFn: () => call(client.api.applications.counts.$get({ query })),
    placeholderData: keepPreviousData,
  });
}

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: () => call(client.api.applications[':id'].$get({ param: { id } })),
  });
}

/** The id of the toast with the last decision on an application, which replaces the earlier one. */
export function decisionToast(id: string): string {
  return `application-${id}`;
}

/** Makes a decided application pending again, for a reason. */
export async function reopenApplication(
  queryClient: QueryClient,
  { id, reason }: { id: string; reason: string },
) {
  const reopened = client.api.applications[':id'].reopen.$post({ param: { id }, json: { reason } });
  queryClient.setQueryData(applicationQuery(id).queryKey, await call(reopened));
  toast.success('Success', {
    id: decisionToast(id),
    description: 'Application reopened',
    action: undefined,
  });
  void refreshApplications(queryClient);
}

/** Undoes the review of an application. @throws ApiError with the reason of a refusal */
export async function undoReview(
  queryClient: QueryClient,
  { id, reviewedAt }: { id: string; reviewedAt: string },
) {
  const undone = client.api.applications[':id']['undo-review'].$post({
    param: { id },
    json: { reviewedAt },
  });
  // Also after a refusal: something else has happened to it.
  const refresh = () => void refreshApplications(queryClient);
  const application = await call(undone).finally(refresh);
  queryClient.setQueryData(applicationQuery(id).queryKey, application);
  return application;
}

/** How applications get an owner. */
export const ASSIGN_APPLICATIONS: Assign = {
  call: (json) => call(client.api.applications.owner.$put({ json })),
  refresh: refreshApplications,
};

/** Applications as records with tags. */
export const TAGGED_APPLICATIONS: Tagged = { kind: 'application', refresh: refreshApplications };

/** Refetches everything that shows applications. */
export function refreshApplications(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
