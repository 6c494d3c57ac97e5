type Part = { headers: Map<string, string>; body: string };

function split(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: source.slice(end + 4) };
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

function decode({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? quotedPrintable(body) : body;
}

/** Parses a mail with a text part and an HTML part. Header names are in lower case. */
export function readMail(source: string) {
  const mail = split(source);
  const boundary = /boundary="([^"]+)"/.exec(mail.headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = mail.body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')));
  const partOf = (type: string) => {
    const found = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    return found ? decode(found).replaceAll('\r\n', '\n') : '';
  };
  return { headers: mail.headers, text: partOf('text/plain'), html: partOf('text/html') };
}
