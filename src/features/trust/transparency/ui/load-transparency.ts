import { call, client } from '#src/client/client.ts';

/** Loads the public figures, for the server-rendered page. */
export function loadTransparency() {
  return call(client.api.transparency.$get());
}
