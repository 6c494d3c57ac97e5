import type { TestApp, TestUser } from '#test/harness.ts';

/** A browser in a region where an age has to be verified, with its cookies. */
export function createBrowser(app: TestApp, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  let signedIn: TestUser | undefined;
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`);
    if (signedIn) sent.push(signedIn.cookie);
    const response = await app.app.request(path, {
      ...init,
      headers: { ...headers, ...(init.headers as object), cookie: sent.join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    return response;
  }
  const post = (path: string, body?: object) =>
    request(path, {
      method: 'POST',
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  return {
    cookies,
    request,
    post,
    signIn: (user: TestUser | undefined) => (signedIn = user),
    /** Starts a check. @returns the address of the provider's page */
    async start(method: string): Promise<string> {
      const response = await post('/api/age-check', { method });
      const { url } = (await response.json()) as { url: string };
      return url;
    },
    /** Finishes the sandbox's page at an address. */
    decide: (address: string, action: string) =>
      app.app.request(new URL(address).pathname, {
        method: 'POST',
        body: new URLSearchParams({ action }),
      }),
    collect: async () => (await post('/api/age-check/result')).json(),
    /** Whether creators are shown. */
    sees: async () => (await request('/api/featured')).status === 200,
  };
}
export type Browser = ReturnType<typeof createBrowser>;
