import type { VaultFile } from '../vault.schema.ts';

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

/** Where a file is used, as “2 posts · 1 task”. */
export function usesText({ postCount, taskCount }: Pick<VaultFile, 'postCount' | 'taskCount'>) {
  return [
    postCount > 0 && count(postCount, 'post', 'posts'),
    taskCount > 0 && count(taskCount, 'task', 'tasks'),
  ]
    .filter((text) => text !== false)
    .join(' · ');
}

/** The label of a file for screen readers. */
export function fileLabel({ media, influencer, ...uses }: VaultFile): string {
  const type = media.mediaType === 'video' ? 'Video' : 'Picture';
  return `${type} ${media.fileName || 'without a name'} from ${influencer.fullName}, in ${usesText(uses)}`;
}
