import { createHmac, type KeyObject } from 'node:crypto';
import type { Config } from '#src/platform/config/config.ts';
import { isEqualInConstantTime } from '#src/platform/config/constant-time.ts';
import { deriveKeys, type Secrets } from '#src/platform/config/keys.ts';

const PURPOSE = 'contact reply address v1';
/** Ten bytes: mail servers accept 64 characters in front of the @. */
const SIGNATURE_LENGTH = 20;
const TOKEN = /^([0-9a-f]{32})([0-9a-f]{20})$/;

// In hex, because mail servers may change the case of an address.
const sign = (key: KeyObject, id: string): string =>
  createHmac('sha256', key).update(id).digest('hex').slice(0, SIGNATURE_LENGTH);

type AddressConfig = { secrets: Secrets; mail: Pick<Config['mail'], 'inbound'> };

/** The address that a mail answers to continue the conversation; null if no mails are received. */
export function replyAddress({ secrets, mail }: AddressConfig, messageId: string): string | null {
  if (!mail.inbound) return null;
  const [local, domain] = mail.inbound.address.split('@');
  const id = messageId.replaceAll('-', '');
  const [newest] = deriveKeys(secrets, PURPOSE);
  return `${local}+${id}${sign(newest, id)}@${domain}`;
}

/** The message whose conversation a mail to these addresses continues; null without a valid one. */
export function findMessageId(
  { secrets, mail }: AddressConfig,
  addresses: readonly string[],
): string | null {
  const [local, domain] = mail.inbound?.address.split('@') ?? [];
  const [start, end] = [`${local}+`, `@${domain}`];
  for (const address of addresses.map((each) => each.trim().toLowerCase())) {
    if (!address.startsWith(start) || !address.endsWith(end)) continue;
    const [, id, signature] = TOKEN.exec(address.slice(start.length, -end.length)) ?? [];
    if (!id || !signature) continue;
    const isSigned = deriveKeys(secrets, PURPOSE).some((key) =>
      isEqualInConstantTime(Buffer.from(signature), Buffer.from(sign(key, id))),
    );
    if (isSigned) return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
  return null;
}
