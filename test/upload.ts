import type { TestApp, TestUser } from './harness.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const encode = (text: string) => Buffer.from(text).toString('base64');

/** Creates a client of the tus protocol for a user or a visitor. */
export function createUploader(app: TestApp, user?: TestUser) {
  const send = (
    method: string,
    address: string,
    headers: Record<string, string>,
    body?: BodyInit,
  ) =>
    app.app.request(address, {
      method,
      headers: { ...TUS, ...(user && { cookie: user.cookie }), ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit);
  const steps = {
    create: (fileName: string, length: number) =>
      send('POST', '/uploads', {
        'upload-length': String(length),
        'upload-metadata': `filename ${encode(fileName)}`,
      }),
    patch: (address: string, offset: number, body: BodyInit) =>
      send(
        'PATCH',
        address,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
    head: (address: string) => send('HEAD', address, {}),
    get: (address: string) => send('GET', address, {}),
    remove: (address: string) => send('DELETE', address, {}),
    /** Uploads a whole file. @returns the last response and the id of the upload */
    async upload(fileName: string, bytes: Uint8Array<ArrayBuffer>) {
      const created = await steps.create(fileName, bytes.length);
      const address = created.headers.get('location');
      if (!address) return { response: created, id: '', address: '' };
      const response = await steps.patch(address, 0, bytes);
      return { response, id: address.split('/').at(-1)!, address };
    },
  };
  return steps;
}
