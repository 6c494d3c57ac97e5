import { createApi } from '#src/api.ts';
import type { Services } from '#src/services.ts';

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
