import { createApi } from '#src/server/api.ts';
import type { Services } from '#src/server/services.ts';

/** Lists every registered operation as `METHOD /path`, with its declared responses. */
export function listOperations(services: Services) {
  return createApi(services).openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [
          {
            ...definition.route,
            name: `${definition.route.method.toUpperCase()} ${definition.route.path}`,
          },
        ]
      : [],
  );
}
