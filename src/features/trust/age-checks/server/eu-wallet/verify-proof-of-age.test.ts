import {
  base64url,
  cborDecode,
  cborEncode,
  DataItem,
  SessionTranscript,
  type DeviceResponse,
  type IssuerSigned,
} from '@owf/mdoc';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createIssuer,
  createIssuerBelow,
  createWallet,
  present,
  toVpToken,
} from './eu-issuer.testing.ts';
import { MDOC_CONTEXT } from './mdoc-context.ts';
import type { BrowserRequest, DirectRequest, WalletRequest } from './proof-of-age.ts';
import { verifyProofOfAge } from './verify-proof-of-age.ts';

const DAY = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);
const DIRECT: DirectRequest = {
  clientId: 'redirect_uri:https://app.test/webhooks/age/eu_wallet/a',
  responseUri: 'https://app.test/webhooks/age/eu_wallet/a',
  nonce: 'nonce',
};
const BROWSER: BrowserRequest = { origin: 'https://app.test', nonce: 'nonce' };

/** The channels of an answer, with what differs from another answer. */
const CHANNELS: [name: string, request: WalletRequest, others: [string, WalletRequest][]][] = [
  [
    'directly',
    DIRECT,
    [
      ['nonce', { ...DIRECT, nonce: 'another' }],
      ['client', { ...DIRECT, clientId: 'redirect_uri:https://other.test/' }],
      ['client without its prefix', { ...DIRECT, clientId: DIRECT.responseUri }],
      ['address', { ...DIRECT, responseUri: 'https://app.test/webhooks/age/eu_wallet/b' }],
      ['channel', BROWSER],
    ],
  ],
  [
    'through the browser',
    BROWSER,
    [
      ['nonce', { ...BROWSER, nonce: 'another' }],
      ['site', { ...BROWSER, origin: 'https://other.test' }],
      ['site that is no origin', { ...BROWSER, origin: 'https://app.test/' }],
      ['site with the prefix of other formats', { ...BROWSER, origin: 'origin:https://app.test' }],
      ['channel', DIRECT],
    ],
  ],
];

let issuer: Awaited<ReturnType<typeof createIssuer>>;
let wallet: Awaited<ReturnType<typeof createWallet>>;
beforeAll(async () => {
  [issuer, wallet] = [await createIssuer(), await createWallet()];
});

describe.each(CHANNELS)('a proof of age that is presented %s', (_, own, others) => {
  const verify = (vpToken: string, issuers = [issuer.root], request = own) =>
    verifyProofOfAge(vpToken, request, { issuers, now: new Date() });
  const presentBy = async (
    attestation: IssuerSigned,
    options: Partial<Parameters<typeof present>[1]> = {},
  ) =>
    (await present(attestation, { request: own, signingKey: wallet.deviceKey, ...options }))
      .vpToken;

  const presentValid = async () => {
    const request = { request: own, signingKey: wallet.deviceKey };
    return (await present(await wallet.issue(issuer), request)).response;
  };

  test('a valid proof of age is accepted, as a list or alone, by the issuer’s own certificate too', async () => {
    const vpToken = await presentBy(await wallet.issue(issuer));
    const digest = await verify(vpToken);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const [single] = JSON.parse(vpToken).proof_of_age;
    expect(await verify(JSON.stringify({ proof_of_age: single }))).toBe(digest);
    expect(await verify(vpToken, [issuer.certificate])).toBe(digest);
  });

  describe('an attestation is refused', () => {
    test.each([
      ['of a person who is not over 18', { claims: { age_over_18: false } }, /not over 18/],
      [
        'that has expired',
        { signed: daysFromNow(-20), until: daysFromNow(-1) },
        /MSO must be valid/,
      ],
      ['that is not valid yet', { from: daysFromNow(2) }, /MSO must be valid/],
      ['signed before the certificate of the issuer', { signed: daysFromNow(-40) }, /signed date/],
    ])('%s', async (_, attestation, reason) => {
      await expect(
        verify(await presentBy(await wallet.issue(issuer, attestation))),
      ).rejects.toThrow(reason);
    });

    test.each([['true'], [1], [null]])(
      'whose answer is %j, which is no boolean',
      async (answer) => {
        // The wallet of the library presents only booleans.
        const response = await presentValid();
        const attestation = await wallet.issue(issuer, { claims: { age_over_18: answer } });
        const swapped = changed(response, (map) =>
          documentOf(map).set('issuerSigned', cborDecode(attestation.encode())),
        );
        await expect(verify(swapped)).rejects.toThrow(/not over 18/);
      },
    );

    test('without the answer', async () => {
      const attestation = await wallet.issue(issuer, { claims: { age_over_16: true } });
      const vpToken = await presentBy(attestation, { elements: ['age_over_16'] });
      await expect(verify(vpToken)).rejects.toThrow(/not exactly the answer/);
    });

    test('with more than the answer', async () => {
      const attestation = await wallet.issue(issuer, {
        claims: { age_over_18: true, age_over_21: true },
      });
      const vpToken = await presentBy(attestation, { elements: ['age_over_18', 'age_over_21'] });
      await expect(verify(vpToken)).rejects.toThrow(/not exactly the answer/);
    });

    test.each([['org.iso.18013.5.1.mDL'], ['eu.europa.ec.av.1 ']])(
      'of the type %j',
      async (docType) => {
        const attestation = await wallet.issue(issuer, { docType });
        await expect(verify(await presentBy(attestation, { docType }))).rejects.toThrow(
          /no proof of age/,
        );
      },
    );

    test('whose document claims another type than the issuer signed', async () => {
      const docType = 'org.iso.18013.5.1.mDL';
      const { response } = await present(await wallet.issue(issuer, { docType }), {
        request: own,
        signingKey: wallet.deviceKey,
        docType,
      });
      const relabelled = changed(response, (map) =>
        documentOf(map).set('docType', 'eu.europa.ec.av.1'),
      );
      await expect(verify(relabelled)).rejects.toThrow(/no proof of age/);
    });

    test('of an issuer that is not on the list', async () => {
      const vpToken = await presentBy(await wallet.issue(await createIssuer()));
      await expect(verify(vpToken)).rejects.toThrow(/not on the list/);
      await expect(verify(vpToken, [])).rejects.toThrow(/trusted certificates/i);
    });

    test('of an issuer that only names an authority of the list', async () => {
      // Same names, another key.
      const impostor = await createIssuer();
      const attestation = await wallet.issue({ ...impostor, chain: issuer.chain });
      await expect(verify(await presentBy(attestation))).rejects.toThrow(/signature is invalid/);
    });

    test('of an issuer that a listed issuer has made up', async () => {
      const attestation = await wallet.issue(await createIssuerBelow(issuer));
      await expect(verify(await presentBy(attestation))).rejects.toThrow(/not on the list/);
    });

    test('with other digests than the profile has', async () => {
      const attestation = await wallet.issue(issuer, { digestAlgorithm: 'SHA-512' });
      await expect(verify(await presentBy(attestation))).rejects.toThrow(/not SHA-256/);
    });

    test('whose answer is in another namespace', async () => {
      const other = await wallet.issue(issuer, { namespace: 'org.iso.18013.5.1' });
      const swapped = changed(await presentValid(), (map) =>
        documentOf(map).set('issuerSigned', cborDecode(other.encode())),
      );
      await expect(verify(swapped)).rejects.toThrow(/other namespaces/);
    });

    test.each([
      ['expired', { from: daysFromNow(-30), until: daysFromNow(-1) }],
      ['not valid yet', { from: daysFromNow(1) }],
    ])('whose issuer has a certificate that is %s', async (_, validity) => {
      const other = await createIssuer(validity);
      const vpToken = await presentBy(await wallet.issue(other));
      await expect(verify(vpToken, [other.root])).rejects.toThrow(/not valid now/);
    });
  });

  describe('a presentation is refused', () => {
    test.each(others)('for another %s', async (_, request) => {
      const vpToken = await presentBy(await wallet.issue(issuer), { request });
      await expect(verify(vpToken)).rejects.toThrow(/Device signature/);
    });

    test('made for an earlier request', async () => {
      const vpToken = await presentBy(await wallet.issue(issuer));
      const later = { ...own, nonce: 'later' };
      await expect(verify(vpToken, [issuer.root], later)).rejects.toThrow(/Device signature/);
    });

    test('signed by another device', async () => {
      const { deviceKey } = await createWallet();
      const vpToken = await presentBy(await wallet.issue(issuer), { signingKey: deviceKey });
      await expect(verify(vpToken)).rejects.toThrow(/Device signature/);
    });

    test('whose answer was changed after it was signed', async () => {
      const attestation = await wallet.issue(issuer, { claims: { age_over_18: false } });
      const { response } = await present(attestation, {
        request: own,
        signingKey: wallet.deviceKey,
      });
      await expect(verify(changed(response, forgeAnswer))).rejects.toThrow(/digest/);
    });

    test.each([
      ['an error of the wallet', (map: Fields) => map.set('status', 10), /reports an error/],
      ['no document', (map: Fields) => map.set('documents', []), /not one document/],
      ['no list of documents', (map: Fields) => map.delete('documents'), /not one document/],
      [
        'two documents',
        (map: Fields) => map.set('documents', [documentOf(map), documentOf(map)]),
        /not one document/,
      ],
      [
        'another type of the document',
        (map: Fields) => documentOf(map).set('docType', 'org.iso.18013.5.1.mDL'),
        /no proof of age/,
      ],
      [
        'a code instead of a signature of the device',
        (map: Fields) => {
          const signed = documentOf(map).get('deviceSigned') as Fields;
          const auth = signed.get('deviceAuth') as Fields;
          signed.set('deviceAuth', new Map([['deviceMac', auth.get('deviceSignature')]]));
        },
        /no signature of the device/,
      ],
      [
        'errors about documents',
        (map: Fields) => map.set('documentErrors', [new Map([['eu.europa.ec.av.1', 0]])]),
        /reports an error/,
      ],
    ])('with %s', async (_, change, reason) => {
      await expect(verify(changed(await presentValid(), change))).rejects.toThrow(reason);
    });

    test.each([
      ['no JSON', 'x'],
      ['an empty text', ''],
      ['a list', '[]'],
      ['another document', JSON.stringify({ mdl: ['x'] })],
      ['a further document', JSON.stringify({ proof_of_age: ['x'], mdl: ['x'] })],
      ['two presentations', toVpToken('x', 'y')],
      ['no CBOR', toVpToken('AAAA')],
      [
        'deeply nested CBOR',
        toVpToken(Buffer.from('81'.repeat(20_000), 'hex').toString('base64url')),
      ],
      [
        'CBOR of a huge length',
        toVpToken(Buffer.from('9bffffffffffffffff', 'hex').toString('base64url')),
      ],
      ['CBOR that is cut off', toVpToken('o2d2ZXJzaW9u')],
    ])('that is malformed: %s', async (_, vpToken) => {
      await expect(verify(vpToken)).rejects.toThrow(/malformed/);
    });
  });
});

test('what a device signs for an answer through the browser is that of the specification', async () => {
  // The example of OpenID4VP 1.0, appendix B.2.6.2.
  const jwkThumbprint = Buffer.from(
    '4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047',
    'hex',
  );
  const nonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';
  const origin = 'https://example.com';
  const transcript = await SessionTranscript.forOid4VpDcApi(
    { origin, nonce, jwkThumbprint },
    MDOC_CONTEXT,
  );
  expect(Buffer.from(transcript.encode()).toString('hex')).toBe(
    '83f6f682764f70656e4944345650444341504948616e646f7665725820' +
      'fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
  );
});

type Fields = Map<string, unknown>;
const documentOf = (map: Fields) => (map.get('documents') as Fields[])[0]!;

/** Replaces the value of the only item, whose digest the issuer has signed. */
function forgeAnswer(map: Fields): void {
  const signed = documentOf(map).get('issuerSigned') as Fields;
  const namespaces = signed.get('nameSpaces') as Map<string, DataItem<Fields>[]>;
  const [items] = namespaces.values();
  items![0] = DataItem.fromData(new Map(items![0]!.data).set('elementValue', true));
}

/** The response with a change of its encoded fields. */
function changed(response: DeviceResponse, change: (map: Fields) => unknown): string {
  const map = cborDecode<Fields>(response.encode());
  change(map);
  return toVpToken(base64url.encode(cborEncode(map)));
}
