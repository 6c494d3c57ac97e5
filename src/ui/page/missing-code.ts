let isMissing = false;

/** Remembers that code could not be loaded without a connection. It is not loaded again before the next document. */
export function markCodeMissing(): void {
  isMissing = true;
}

export function isCodeMissing(): boolean {
  return isMissing;
}
