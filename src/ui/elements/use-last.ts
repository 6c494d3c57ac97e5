import { useState } from 'react';

const isThere = (value: unknown) => value !== null && value !== undefined;

/** The value, or the one before it went: what a dialog shows while it fades away. */
export function useLast<T>(value: T): T {
  const [last, setLast] = useState(value);
  if (isThere(value) && value !== last) setLast(value);
  return isThere(value) ? value : last;
}
