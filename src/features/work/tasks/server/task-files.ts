import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { TaskFile } from '../tasks.schema.ts';

/** What tasks need of the files that are handed in; posts, where files are, come after them. */
export type TaskFiles = {
  /** The files of these tasks, by task. */
  list(taskIds: string[]): Promise<Map<string, TaskFile[]>>;
  /**
   * Hands own files in that are in use nowhere else.
   * @throws DomainError 'conflict' when one of them is not the actor's to hand in
   */
  place(tx: Db, actor: Actor, taskId: string, mediaIds: string[]): Promise<void>;
  /** Opens the files for this session, as far as it may see them. */
  passFor(actor: Actor): string;
};
