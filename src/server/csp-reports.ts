import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Log } from '#src/platform/log/log.ts';
import { CSP_REPORTS } from './content-security-policy.ts';

const MAXIMUM_BYTES = 16 * 1024;
const MAXIMUM_TEXT_LENGTH = 120;

/** Text of a report without the characters that could imitate another line of the log. */
const cleanText = z
  .string()
  .transform((text) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAXIMUM_TEXT_LENGTH));

/** An address without its query and fragment, which may contain secrets, or a keyword such as `inline`. */
const cleanAddress = z
  .string()
  .transform((address) => {
    const url = URL.parse(address);
    return url ? url.protocol + (url.host && `//${url.host}${url.pathname}`) : address;
  })
  .pipe(cleanText)
  .optional();

const violation = z.object({
  effectiveDirective: cleanText,
  documentURL: cleanAddress,
  blockedURL: cleanAddress,
  sourceFile: cleanAddress,
  lineNumber: z.int().optional(),
});

/** The body of a browser with the Reporting API (a list), or of an older one (`report-uri`). */
const reports = z.union([
  z
    .array(z.object({ type: z.string(), body: z.unknown() }))
    .transform((list) => list.find(({ type }) => type === 'csp-violation')?.body),
  z.object({ 'csp-report': z.record(z.string(), z.unknown()) }).transform((old) => {
    const report = old['csp-report'];
    return {
      effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
      documentURL: report['document-uri'],
      blockedURL: report['blocked-uri'],
      sourceFile: report['source-file'],
      lineNumber: report['line-number'],
    };
  }),
]);

const parseReport = reports.pipe(violation);

/** Logs violations of the content security policy that browsers report, one short line per request. */
export function cspReports({ log, limits }: { log: Log; limits: { cspReports: RateLimit } }) {
  const limitBody = bodyLimit({
    maxSize: MAXIMUM_BYTES,
    onError: () => {
      throw new DomainError('payload-too-large');
    },
  });
  return new Hono<RequestEnv>().post(CSP_REPORTS, limitBody, async (c) => {
    await limits.cspReports.consume(c.var.clientAddress);
    const report = parseReport.safeParse(await c.req.json().catch(() => null));
    if (!report.success) throw new DomainError('invalid-input');
    log.warn(report.data, 'a page violated its content security policy');
    return c.body(null, 204);
  });
}
