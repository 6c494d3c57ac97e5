import { formatOnScreen } from '#src/lib/locale/screen-dates.ts';

/** "2026-11-20 18:04:05.120 UTC" */
export function utcText(iso: string): string {
  return new Date(iso).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

/** An instant in the local time zone; the exact one in UTC on hover. */
export function AuditTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={utcText(at)}>
      {formatOnScreen(at, 'exactTime')}
    </time>
  );
}
