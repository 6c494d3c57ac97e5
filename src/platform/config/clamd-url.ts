import { z } from 'zod';

/** Where ClamAV's daemon listens. */
export type ClamdAddress = { path: string } | { host: string; port: number };

const DEFAULT_PORT = 3310;

/** The address of ClamAV's daemon, as `tcp://host:port` or `unix:///path/of/the.socket`. */
export const clamdUrl = z
  .url({
    protocol: /^(?:tcp|unix)$/,
    error: 'must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
    abort: true,
  })
  .transform((text): ClamdAddress => {
    const { protocol, hostname, port, pathname } = new URL(text);
    if (protocol === 'unix:') return { path: pathname };
    return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) || DEFAULT_PORT };
  });
