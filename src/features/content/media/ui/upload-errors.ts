import { DetailedError } from 'tus-js-client';
import { problemSchema } from '#src/lib/problem.ts';
import { UPLOAD_ERRORS } from '../media.schema.ts';

/** Statuses that mean that the file is at fault. */
const FILE_AT_FAULT = new Set([413, 422]);
/** Statuses whose message is shown to the user. */
const HAS_USER_MESSAGE = new Set([...FILE_AT_FAULT, 429, 507]);

const statusOf = (error: DetailedError) => error.originalResponse?.getStatus() ?? 0;

/** Whether the file is at fault, so that a retry cannot help. */
export function isFileAtFault(error: unknown): boolean {
  return error instanceof DetailedError && FILE_AT_FAULT.has(statusOf(error));
}

/** The message about a failed upload. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof DetailedError)) return UPLOAD_ERRORS.unknown;
  const status = statusOf(error);
  if (status === 0) return UPLOAD_ERRORS.network;
  if (status === 401 || status === 403) return UPLOAD_ERRORS.authentication;
  if (!HAS_USER_MESSAGE.has(status)) return UPLOAD_ERRORS.server;
  const problem = problemSchema.safeParse(parseJson(error.originalResponse?.getBody() ?? ''));
  return problem.success ? problem.data.detail : UPLOAD_ERRORS.unknown;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
