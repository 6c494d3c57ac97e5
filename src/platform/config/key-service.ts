/** A key management service: its keys never leave it, and it opens what they sealed. */
export type KeyService = {
  /** @throws Error with the reason for the operator */
  open: (sealed: Buffer) => Promise<Buffer>;
};
