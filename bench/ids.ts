/** An SQL expression of an id that consists of four hex digits for the kind and the row number. */
export function id(kind: string, number: string): string {
  return `('${kind}0000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}
