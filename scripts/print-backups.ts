import { listBackups, type BackupTarget } from '#src/platform/backup/backup-target.ts';

/** Prints the ids of all backups. */
export async function printBackups(target: BackupTarget): Promise<void> {
  const { complete } = await listBackups(target);
  console.log(complete.length > 0 ? complete.join('\n') : 'There are no backups at BACKUP_URL.');
}
