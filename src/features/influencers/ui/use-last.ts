import { useState } from 'react';

/** The value, or the one before it went: what a dialog shows while it fades away. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
