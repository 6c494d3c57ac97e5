/** Whether mails reach people, as the document says in the browser; no screen promises one without it. */
export function sendsMail(): boolean {
  return typeof document === 'undefined' || document.documentElement.dataset.mail !== 'off';
}

/** What a text says about a mail, with the space before it; nothing where none is sent. */
export function ifMailed(text: string): string {
  return sendsMail() ? ` ${text}` : '';
}
