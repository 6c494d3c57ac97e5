import { randomUUID } from 'node:crypto';
import { parseUuidAtEnd } from '#src/lib/uuid.ts';

/** An upload's id begins with its creator's: ownership is seen without asking anyone. */
export const newUploadId = (userId: string): string => uploadIdOf(userId, randomUUID());

/** What the ids of all uploads of a user begin with. */
export const uploadIdPrefix = (userId: string): string => userId.replaceAll('-', '');

/** Id of the upload that became a file. */
export const uploadIdOf = (userId: string, mediaId: string): string =>
  (userId + mediaId).replaceAll('-', '');

export const isUploadId = (id: string): boolean => /^[0-9a-f]{64}$/.test(id);

export const isUploadOf = (userId: string, id: string): boolean =>
  isUploadId(id) && readUploadId(id).userId === userId;

/** Creator of an upload, and id of the file that it becomes. */
export const readUploadId = (id: string): { userId: string; mediaId: string } => ({
  userId: parseUuidAtEnd(id.slice(0, 32))!,
  mediaId: parseUuidAtEnd(id)!,
});
