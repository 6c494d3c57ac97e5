import { randomUUID } from 'node:crypto';
import { parseUuidAtEnd } from '#src/lib/uuid.ts';

/** An upload's id begins with its creator's id, so that ownership is checked without a query. */
export const newUploadId = (userId: string): string => uploadIdOf(userId, randomUUID());

/** Prefix of the ids of a user's uploads. */
export const uploadIdPrefix = (userId: string): string => userId.replaceAll('-', '');

/** Id of the upload of a file. */
export const uploadIdOf = (userId: string, mediaId: string): string =>
  (userId + mediaId).replaceAll('-', '');

export const isUploadId = (id: string): boolean => /^[0-9a-f]{64}$/.test(id);

export const isUploadOf = (userId: string, id: string): boolean =>
  isUploadId(id) && readUploadId(id).userId === userId;

/** The creator of an upload, and the id of its file. */
export const readUploadId = (id: string): { userId: string; mediaId: string } => ({
  userId: parseUuidAtEnd(id.slice(0, 32))!,
  mediaId: parseUuidAtEnd(id)!,
});
