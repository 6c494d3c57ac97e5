/** An SQL expression of an id that consists of four hex digits for the kind and the row number. */
export const id = (kind: string, number: string): string =>
  `('${kind}0000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
