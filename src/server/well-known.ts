import { Hono } from 'hono';
import { DAY_MS } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';

// RFC 9116 recommends less than a year. Each response counts anew, so a copy that expires is an old one.
const VALID_DAYS = 180;

function securityText({ agency, mail, publicUrl }: Config, now: Date): string {
  const address = agency.email ?? mail.contact;
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS);
  const lines = [
    `Contact: ${address ? `mailto:${address}` : `${publicUrl}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Serves the addresses that researchers (RFC 9116) and password managers look for on every site. */
export function wellKnown({ config }: { config: Config }) {
  return new Hono()
    .get('/.well-known/security.txt', (c) => {
      c.header('cache-control', 'public, max-age=86400');
      return c.text(securityText(config, new Date()));
    })
    .get('/.well-known/change-password', (c) => c.redirect('/my-account', 302));
}
