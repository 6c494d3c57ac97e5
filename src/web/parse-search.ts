import { parseSearchWith } from '@tanstack/react-router';

/** Parses JSON, but leaves numbers as the text that someone typed: "1e9" is no billion. */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number') throw new SyntaxError('a number');
  return value;
}

/** Reads the query of an address. Only numbers in their shortest form become numbers. */
export const parseSearch = parseSearchWith(parseValue);
