import { randomUUID } from 'node:crypto';
import { parseUuidAtEnd } from '#src/lib/uuid.ts';

/** An upload's id begins with its creator's id, so that ownership is checked without a query. */
export function newUploadId(userId: string): string {
  return uploadIdOf(userId, randomUUID());
}

/** Prefix of the ids of a user's uploads. */
export function uploadIdPrefix(userId: string): string {
  return userId.replaceAll('-', '');
}

/** Id of the upload of a file. */
export function uploadIdOf(userId: string, mediaId: string): string {
  return (userId + mediaId).replaceAll('-', '');
}

export function isUploadId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

export function isUploadOf(userId: string, id: string): boolean {
  return isUploadId(id) && readUploadId(id).userId === userId;
}

/** The creator of an upload, and the id of its file. */
export function readUploadId(id: string): { userId: string; mediaId: string } {
  return {
    userId: parseUuidAtEnd(id.slice(0, 32))!,
    mediaId: parseUuidAtEnd(id)!,
  };
}
