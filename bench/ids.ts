/** An id (SQL) that tells what it is of, by four hex digits, and the number of its row. */
export const id = (kind: string, number: string): string =>
  `('${kind}0000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
