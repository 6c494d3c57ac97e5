import { call, client } from '#src/web/client.ts';

/** Loads the public figures, for the server-rendered page. */
export function loadTransparency() {
  return call(client.api.transparency.$get());
}
