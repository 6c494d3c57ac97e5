import { toast } from './toast.ts';

/**
 * Shows an error that an alert on the screen says, too: screen readers skip the toast. Its button would
 * be announced alone.
 */
export function showSilentError(title: string, description: string): void {
  const text = (content: string) => <span aria-hidden="true">{content}</span>;
  toast.error(text(title), { description: text(description), hasCloseButton: false });
}
