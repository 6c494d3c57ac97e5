const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version in the format of PostgreSQL. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The UUID at the end of a text, written there as 32 hex digits, or null. */
export function parseUuidAtEnd(text: string): string | null {
  const hex = /[0-9a-f]{32}$/.exec(text)?.[0];
  return hex ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}
