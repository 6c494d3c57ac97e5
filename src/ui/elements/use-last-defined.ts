import { useState } from 'react';

const isDefined = (value: unknown) => value !== null && value !== undefined;

/** The last value that was not null or undefined: what a dialog shows while it fades out. */
export function useLastDefined<T>(value: T): T {
  const [last, setLast] = useState(value);
  if (isDefined(value) && value !== last) setLast(value);
  return isDefined(value) ? value : last;
}
