import { createApi } from '#src/server/api.ts';
import type { Services } from '#src/server/services.ts';

/** Every registered operation as `METHOD /path`, with the answers it declares. */
export const listOperations = (services: Services) =>
  createApi(services).openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [
          {
            ...definition.route,
            name: `${definition.route.method.toUpperCase()} ${definition.route.path}`,
          },
        ]
      : [],
  );
