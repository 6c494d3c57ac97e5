import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { taskTemplatesQuery } from '#src/features/work/tasks/ui/template-queries.ts';
import type { NewRule } from '../automation.schema.ts';

const KEY = ['automation'];
const { rules } = client.api.automation;

export const rulesQuery = queryOptions({
  queryKey: [...KEY, 'rules'],
  queryFn: async () => (await call(rules.$get())).rules,
});

/** For whom a rule would act now. */
export function previewQuery(rule: NewRule | null) {
  return queryOptions({
    queryKey: [...KEY, 'preview', rule],
    queryFn: () => call(client.api.automation.preview.$post({ json: rule! })),
    enabled: rule !== null,
    retry: false,
  });
}

/** What the rules did, page by page. */
export const runsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'runs'],
  queryFn: ({ pageParam }) =>
    call(client.api.automation.runs.$get({ query: { after: pageParam } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

/** Adds a rule, or changes the one with the id. */
export function saveRule(rule: NewRule, id: string | undefined): Promise<unknown> {
  return id === undefined
    ? call(rules.$post({ json: rule }))
    : call(rules[':id'].$put({ param: { id }, json: rule }));
}

export function deleteRule(id: string): Promise<unknown> {
  return call(rules[':id'].$delete({ param: { id } }));
}

/** Refetches rules, their log and the templates. */
export async function refreshAutomation(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries(taskTemplatesQuery),
  ]);
}
