import fc from 'fast-check';
import type { Call } from './call.ts';

/**
 * The requests of the tus protocol, in any order and with nearly valid headers.
 * @param knownUploads the ids of unfinished uploads, which may grow meanwhile
 */
export function anyUploadCall(knownUploads: string[]): fc.Arbitrary<Call> {
  const mostly = (usual: fc.Arbitrary<string>, ...unusual: string[]) =>
    fc.oneof({ weight: 6, arbitrary: usual }, fc.constantFrom(...unusual));
  return fc
    .record({
      caller: fc.constantFrom('admin', 'staff', 'influencer', 'subscriber'),
      method: fc.constantFrom('POST', 'POST', 'PATCH', 'PATCH', 'HEAD', 'DELETE', 'PUT'),
      id: fc.nat().map((at) => knownUploads[at % knownUploads.length] ?? '0'.repeat(64)),
      length: mostly(fc.nat(40).map(String), '-1', '1e9', '99999999999999999999', ''),
      offset: mostly(fc.nat(40).map(String), '-1', 'x', '99999999999999999999'),
      name: mostly(fc.base64String({ maxLength: 60 }), '%%%', ',,', 'AAAA'),
      type: mostly(fc.constant('application/offset+octet-stream'), 'text/plain', 'x'),
      bytes: fc.string({ unit: 'binary', maxLength: 40 }),
    })
    .map(({ caller, method, id, length, offset, name, type, bytes }) => ({
      caller,
      method,
      address: method === 'POST' ? '/uploads/' : `/uploads/${id}`,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': length,
        'upload-offset': offset,
        'upload-metadata': `filename ${name}`,
        'content-type': type,
      },
      ...(!['HEAD', 'DELETE'].includes(method) && { body: bytes }),
    }));
}
