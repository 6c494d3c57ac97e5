import { z } from 'zod';

/** `secure` means TLS from the start; otherwise TLS is used when the server offers it. */
export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  auth?: { user: string; password: string };
};

/** The URL of an SMTP server, with or without credentials. Error messages never repeat it. */
export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: 'must be an address such as smtps://user:password@mail.example.com',
    abort: true,
  })
  .transform((text, { addIssue }): SmtpServer => {
    const { protocol, hostname, port, username, password } = new URL(text);
    const refuse = (message: string) => addIssue({ code: 'custom', message });
    const secure = protocol === 'smtps:';
    const server = {
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 587),
      secure,
    };
    if (!username && !password) return server;
    if (!username || !password) refuse('must have both user and password, or neither');
    try {
      const auth = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
      return { ...server, auth };
    } catch {
      refuse('must have its user and password percent-encoded');
      return server;
    }
  });
