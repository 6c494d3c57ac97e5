import { queryOptions } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';

export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: () => call(client.api.debug.$get()),
  retry: false,
});

/** Whether the debug page exists: it does where its operations do. */
export async function isDebugAvailable(): Promise<boolean> {
  try {
    await call(client.api.debug.$get());
  } catch (error) {
    return !(error instanceof ApiError && error.problem.code === 'not-found');
  }
  return true;
}
